import type { AsyncCommand } from 'fast-check';
import type { Person } from '../support/http-client.ts';
import { signedIn } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import { checkAnswers } from './answer-invariants.ts';
import { withdrawChanges } from './change-steps.ts';
import { checkLeftPeople } from './deleted-accounts.ts';
import { checkMails } from './mail-invariants.ts';
import type { BuyerModel, Model, OrderModel } from './model.ts';
import { checkPublic } from './public-invariants.ts';
import { checkTables } from './table-invariants.ts';

/** The app under simulation and the people who are not buyers. */
export interface Simulated {
  app: TestApp;
  owner: Person;
}

interface Step {
  /** What happens, as a sentence of the story that a failure prints. */
  story: (model: Model) => string;
  possible?: (model: Model) => boolean;
  run: (model: Model, real: Simulated) => Promise<void>;
}

/** A step of a story; the invariants hold after it. */
export function step({ story, possible, run }: Step): AsyncCommand<Model, Simulated> {
  let sentence = '';
  return {
    check: (model) => possible?.(model) ?? true,
    async run(model, real) {
      sentence = story(model);
      await run(model, real);
      withdrawChanges(model);
      await checkTables(real, model);
      await checkAnswers(real, model);
      await checkMails(real, model);
      await checkPublic(real, model);
      await checkLeftPeople(real, model);
      // They were searched now, and would be again after each step.
      real.app.answers.length = 0;
    },
    toString: () => `\n  ${sentence}`,
  };
}

/** An order of the model by a random number; the model has one, or the step is not possible. */
export function pick(model: Model, at: number): OrderModel {
  const order = model.orders[at % model.orders.length];
  if (!order) throw new Error('there is no order');
  return order;
}

export const hasOrders = (model: Model): boolean => model.orders.length > 0;

/** Whether the buyer of an order can do anything about it. */
export const hasBuyer = (model: Model, at: number): boolean =>
  hasOrders(model) && !pick(model, at).buyer.isGone;

/** A buyer who has an account. */
export function buyerAt({ buyers }: Model, who: number): BuyerModel {
  const buyer = buyers[who];
  if (!buyer || buyer.isGone) throw new Error('no such buyer');
  return buyer;
}

export const hasAccount = ({ buyers }: Model, who: number): boolean =>
  buyers[who]?.isGone === false;

/** Words of somebody, which must go with them. */
export const saidBy = ({ name }: BuyerModel): string => `${name} wants it calmer.`;

/** A new session, in a new browser. */
export async function signInAgain(buyer: BuyerModel, app: TestApp, day: number): Promise<void> {
  buyer.person = await signedIn(app, buyer.userId);
  buyer.signedInOn = day;
}
