import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { HOUR } from '../../../api/platform/clock.ts';
import { checkTables } from '../../support/invariants.ts';
import { rowWith } from '../../support/rows.ts';
import { checkMoney } from './money-checks.ts';
import { type ScheduledApp, webhookUrlOf } from './scheduled-app.ts';
import type { Setup } from './setup.ts';

/** Lets everything come to an end: lost reports arrive, jobs run, and mail is sent. */
export async function finishEverything(app: ScheduledApp): Promise<void> {
  for (const { id, status } of app.sandbox.records().payments)
    if (status === 'created') app.sandbox.decide(id, 'payment_timed_out');
  // The provider stops reporting to an address that has failed for a day; the owner enables it again.
  app.sandbox.setWebhookUrl(webhookUrlOf(app.server.services.config));
  // Twice: what the first round has caused is reported in the second.
  for (let round = 0; round < 2; round += 1) {
    app.sandbox.release();
    await app.sandbox.settled();
    app.sandbox.faults.webhooks.hold = true;
    await app.server.reconciler.run();
    await app.settled();
    app.advance(HOUR + 1);
  }
  const { store, outbox } = app.server.services;
  const unsent = store.db.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  for (let turns = 0; (await unsent.execute()).length > 0; turns += 1) {
    expect(turns, 'all mail is sent').toBeLessThan(1_000);
    outbox.flush();
    await setImmediate();
  }
}

/** What holds at the end of each scenario, however its events were ordered. */
export async function checkOutcome(setup: Setup): Promise<void> {
  const { app } = setup;
  await checkTables(app);
  await checkMoney(setup);
  await checkEffects(app);
  await checkOrder(setup);
  for (const { check } of setup.expectedRows) await check();
  expect(unexpectedErrors(app), 'no error was logged').toEqual([]);
}

/**
 * What was logged, without one error that is right: the browser reports a payment that the bank had authorized and that
 * the provider has returned, because eight days passed meanwhile.
 */
function unexpectedErrors({ errors, sandbox }: ScheduledApp): unknown[] {
  const isReturned = sandbox
    .records()
    .payments.some(({ captured, status }) => !captured && status === 'refunded');
  const isRight = (error: unknown) =>
    isReturned && String(error).endsWith('a payment result was refused: a payment that has failed');
  return errors.filter((error) => !isRight(error));
}

/** Each document, mail, notification and line of the timeline exists exactly once. */
async function checkEffects({ server, sandbox }: ScheduledApp): Promise<void> {
  const { db } = server.services.store;
  const payments = await db.selectFrom('payments').selectAll().execute();
  const refunds = await db.selectFrom('refunds').selectAll().execute();
  const orders = await db.selectFrom('orders').selectAll().execute();
  const events = await db.selectFrom('order_events').selectAll().orderBy('seq').execute();
  const mails = await db.selectFrom('outbox').select('dedupe_key').execute();
  const notices = await db.selectFrom('notifications').selectAll().execute();
  const documents = await db.selectFrom('billing_documents').selectAll().execute();
  const keys = mails.map(({ dedupe_key }) => dedupe_key);
  expect(new Set(keys).size, 'one mail per event').toBe(keys.length);
  const count = (text: string) => notices.filter(({ message }) => message.includes(text)).length;
  const settled = payments.filter(({ status }) => status === 'settled');
  const late = settled.filter(({ id }) => keys.includes(`rejected:${id}`));
  const credited = settled.filter(({ id }) => !keys.includes(`rejected:${id}`));
  for (const { instalment_id } of credited) expect(keys).toContain(`payment:${instalment_id}`);
  for (const { id } of payments.filter(({ status }) => status === 'surplus'))
    expect(keys).toEqual(expect.arrayContaining([`surplus:${id}`, `owner-surplus:${id}`]));
  expect(count('Payment received'), 'one notification for each payment').toBe(credited.length);
  const first = late.length > 0 && credited.length === 0 ? 0 : Math.min(1, credited.length);
  expect(count('New order'), 'one notification for the order').toBe(first);
  for (const { id, order_id } of payments) {
    const lines = events.filter((each) => each.order_id === order_id && each.key.endsWith(id));
    const received = lines.filter(({ kind }) => kind !== 'payment failed');
    expect(received.length, 'one line in the timeline for each payment').toBe(1);
  }
  const processed = refunds.filter(({ status }) => status === 'processed');
  const ends = events.filter(({ data }) => /"status":"(Cancelled|Rejected)"/.test(data));
  for (const { id, created_at } of processed)
    expect(
      keys.includes(`refund:${id}`) || ends.some(({ at }) => at === created_at),
      'a mail tells of each refund, its own or that about the end of the order',
    ).toBe(true);
  const documented = documents.flatMap(({ refund_id }) => refund_id ?? []).sort();
  const ofOrders = processed.filter(({ payment_id }) =>
    settled.some(({ id }) => id === payment_id),
  );
  expect(documented, 'one document for each refund').toEqual(ofOrders.map(({ id }) => id).sort());
  for (const order of orders) {
    const lines = events.filter(({ order_id }) => order_id === order.id);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1));
    const status = (name: string) =>
      lines.filter(({ kind, data }) => kind === 'status' && data.includes(`"${name}"`)).length;
    expect(count('is delivered'), 'one notification for each delivery').toBe(status('Delivered'));
    expect(status('Completed'), 'completed at most once').toBeLessThanOrEqual(1);
    const invoices = documents.filter(({ kind }) => kind === 'invoice');
    const mayHaveNone = order.status !== 'Completed' || order.refunded >= order.total;
    if (!mayHaveNone) expect(invoices.length, 'one invoice of a completed order').toBe(1);
  }
  expect(sandbox.events().filter(({ status }) => status === 'pending')).toEqual([]);
}

/** One order, one review, one message, one revision, whichever tabs sent them. */
async function checkOrder({ app, quoteId, changeId }: Setup): Promise<void> {
  const { db } = app.server.services.store;
  const orders = await db.selectFrom('orders').selectAll().execute();
  expect(orders.length, 'one order').toBeLessThanOrEqual(1);
  if (quoteId) {
    const quote = await rowWith(db, 'quotes', { id: quoteId });
    const ofQuote = orders.find(({ checkout_id }) => checkout_id === quoteId);
    expect(quote.order_id, 'the order of the quote').toBe(ofQuote?.id ?? null);
  }
  const changes = await db.selectFrom('order_changes').selectAll().execute();
  const added = await db
    .selectFrom('instalments')
    .selectAll()
    .where('change_id', 'is not', null)
    .execute();
  const accepted = changes.filter(({ status }) => status === 'Accepted');
  expect(
    added.map(({ change_id }) => change_id),
    'one instalment for an accepted change',
  ).toEqual(accepted.map(({ id }) => id));
  expect(changes.filter(({ id }) => id === changeId).length).toBeLessThanOrEqual(1);
  expect((await db.selectFrom('revisions').selectAll().execute()).length).toBeLessThanOrEqual(1);
}
