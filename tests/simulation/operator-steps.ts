import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { expireQuotes } from '../../api/modules/quotes/expire-quotes.ts';
import fc from '../support/fast-check.ts';
import { ownerOf, signedIn } from '../support/people.ts';
import { complete, hasClosedFiles, isActive, type Model, reportAll } from './model.ts';
import { expire } from './quote-steps.ts';
import { type Simulated, signInAgain, step } from './step.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS_TO_ANSWER = 7;

const waiting = fc.integer({ min: 1, max: 9 }).map((days) =>
  step({
    scenario: () => `${days} days pass`,
    async run(model, real) {
      const { app } = real;
      // The app asks the provider every few minutes; days are too long for an authorized payment.
      app.advance(6 * MINUTE);
      await app.server.reconciler.run();
      reportAll(model);
      app.advance(days * DAY);
      model.day += days;
      await endOldSessions(model, real, days);
      await runJobs(model, real);
    },
  }),
);

/** What the app does by itself once a day or more often. */
export async function runJobs(model: Model, { app, processes }: Simulated): Promise<void> {
  if (processes) await processes.runJobs();
  else {
    await completeUnansweredDeliveries(app.server.services);
    await expireQuotes(app.server.services);
  }
  expire(model);
  await app.server.reconciler.run();
  reportAll(model);
  for (const order of model.orders) {
    const answered =
      order.revisions.some(({ status }) => status === 'Pending' || status === 'Approved') ||
      order.changes.some(({ status }) => status === 'Proposed') ||
      model.payments.some((each) => each.order === order && each.dispute);
    const since = Math.max(order.deliveredOn, order.handOver?.openedOn ?? 0);
    const late = model.day - since >= DAYS_TO_ANSWER && !hasClosedFiles(order);
    if (order.status === 'Delivered' && late && !answered && isActive(model, order))
      complete(model, order, app.server.services.clock());
  }
}

/** A session ends after a week without use and after thirty days at most. */
async function endOldSessions(model: Model, real: Simulated, idle: number): Promise<void> {
  real.owner = await ownerOf(real.app);
  // Of owner and assistants after twelve hours without use.
  if (model.assistant) {
    model.endedStaff.push(model.assistant.person);
    model.assistant.person = await signedIn(real.app, model.assistant.userId);
  }
  for (const buyer of model.buyers) {
    if (buyer.isGone || (idle < 7 && model.day - buyer.signedInOn < 30)) continue;
    buyer.ended.push(buyer.person);
    await signInAgain(buyer, real.app, model.day);
  }
}

const restarting = fc.constant(
  step({
    scenario: () => 'the app is stopped and started again',
    async run(model, { app }) {
      await app.restart();
      app.sandbox.faults.webhooks.hold = true;
      await app.server.reconciler.run();
      reportAll(model);
    },
  }),
);

const mailing = fc.boolean().map((works) =>
  step({
    scenario: () =>
      works ? 'the mail server takes mail again' : 'the mail server refuses all mail',
    async run(model, { app }) {
      app.mail.refuse(works ? null : 451);
      model.mailWorks = works;
    },
  }),
);

export const operatorSteps = [waiting, restarting, mailing];
