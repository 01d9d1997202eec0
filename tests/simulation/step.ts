import type { AsyncCommand } from 'fast-check';
import type { Person } from '../support/http-client.ts';
import { signedIn } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import { withdrawChanges } from './change-steps.ts';
import { checkDeletedAccounts } from './deleted-accounts.ts';
import { checkFiles } from './file-steps.ts';
import { checkMails } from './mail-invariants.ts';
import {
  type BuyerModel,
  type Model,
  type OrderModel,
  type PaymentModel,
  reportAll,
} from './model.ts';
import type { Processes } from './processes/processes.ts';
import { checkPublic } from './public-invariants.ts';
import { checkAnswers } from './response-invariants.ts';
import { checkTables } from './table-invariants.ts';

/** The app under simulation and the people who are not buyers. */
export interface Simulated {
  app: TestApp;
  owner: Person;
  /** The app's processes where it has several. */
  processes?: Processes;
}

interface Step {
  /** What happens, as a sentence of the scenario that a failure prints. */
  scenario: (model: Model) => string;
  possible?: (model: Model) => boolean;
  /** Whether it may come before what the owner has pressed and can undo; before any other step that is over. */
  comesFirst?: true;
  run: (model: Model, real: Simulated) => Promise<void>;
}

/** A step of a scenario; the invariants hold after it. */
export function step({
  scenario,
  possible,
  comesFirst,
  run,
}: Step): AsyncCommand<Model, Simulated> {
  let sentence = '';
  return {
    check: (model) => Date.now() < model.endsAt && (possible?.(model) ?? true),
    async run(model, real) {
      sentence = scenario(model);
      if (!comesFirst) await endPressed(model);
      await run(model, real);
      model.steps += 1;
      if (comesFirst) await endPressed(model);
      if (real.processes) await catchUp(real.app, model);
      withdrawChanges(model);
      await checkTables(real, model);
      await checkMails(real, model);
      await atEachProcess(real, async () => {
        await checkAnswers(real, model);
        await checkPublic(real, model);
        await checkFiles(real, model);
      });
      await checkDeletedAccounts(real, model);
      // They were searched now, and would be again after each step.
      real.app.answers.length = 0;
    },
    toString: () => `\n  ${sentence}`,
  };
}

async function endPressed(model: Model): Promise<void> {
  const { endPressed: end } = model;
  model.endPressed = null;
  await end?.();
}

/** A process may show the list of a second ago when another one has changed it. */
const CACHED_MS = 1_001;

/**
 * Any process may run its jobs at any moment, so the model cannot know what the app has asked the provider: all
 * reports arrive after each step.
 */
async function catchUp(app: TestApp, model: Model): Promise<void> {
  await deliver(app);
  await app.server.services.background.settled();
  reportAll(model);
  app.advance(CACHED_MS);
}

async function atEachProcess({ processes }: Simulated, check: () => Promise<void>): Promise<void> {
  if (!processes) return check();
  for (const one of processes.running()) await processes.onlyTo(one, check);
}

/**
 * Before somebody is sent to pay, the app asks the provider what became of their last attempts, where that was not
 * long ago: so that the model knows the same, they are reported first.
 */
export async function hearOfAttempts(model: Model, app: TestApp, buyer: BuyerModel): Promise<void> {
  const isUnheard = ({ order, app: known, failureKnown }: PaymentModel) =>
    order.buyer === buyer && known === null && !failureKnown;
  if (!model.payments.some(isUnheard)) return;
  await deliver(app);
  reportAll(model);
}

/** Delivers what the provider has to say, and waits until the app has handled it. */
export async function deliver(app: TestApp): Promise<void> {
  app.sandbox.release();
  await app.sandbox.settled();
  await app.server.reconciler.run();
  app.sandbox.faults.webhooks.hold = true;
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
