import { expect } from 'vitest';
import type { TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Model, OrderModel } from './model.ts';
import type { Simulated } from './step.ts';

const HOUR = 3_600_000;

/** What was written down of what follows from events: keys of mails, notifications, and whose they are. */
interface Written {
  keys: string[];
  notices: { order_id: string | null; message: string }[];
  payments: { id: string; instalment_id: string | null; order_id: string | null }[];
  refunds: { id: string; payment_id: string; status: string }[];
}

async function read({ db }: TestApp['server']['services']['store']): Promise<Written> {
  const mails = await db.selectFrom('outbox').select('dedupe_key').execute();
  return {
    keys: mails.map(({ dedupe_key }) => dedupe_key),
    notices: await db.selectFrom('notifications').select(['order_id', 'message']).execute(),
    payments: await db.selectFrom('payments').select(['id', 'instalment_id', 'order_id']).execute(),
    refunds: await db.selectFrom('refunds').select(['id', 'payment_id', 'status']).execute(),
  };
}

/** Each event has its mail and its notification, once; who left gets none any more. */
export async function checkMails({ app }: Simulated, model: Model): Promise<void> {
  const written = await read(app.server.services.store);
  const keys = new Set(written.keys);
  expect(keys.size, 'one mail per event').toBe(written.keys.length);
  const owed = model.orders
    .filter(({ buyer }) => !buyer.isGone)
    .flatMap((order) => [...mailsOfMoney(model, order, written), ...mailsOfWork(order)]);
  const unmatched = model.payments.filter((each) => each.app === 'unmatched');
  owed.push(...unmatched.map(({ id }) => `unmatched:${id}`));
  expect(
    owed.filter((key) => !keys.has(key)),
    'mails that are owed',
  ).toEqual([]);
  const quotes = model.quotes.filter(({ buyer }) => !buyer.isGone);
  for (const { id } of quotes)
    expect(
      written.keys.some((key) => key.startsWith(`quote:${id}:`)),
      'a mail for a quote',
    ).toBe(true);
  for (const order of model.orders.filter(({ buyer }) => !buyer.isGone))
    checkNotices(order, written);
}

const ENDED = new Set<OrderModel['status']>(['Cancelled', 'Rejected']);

function mailsOfMoney(model: Model, order: OrderModel, { keys, payments, refunds }: Written) {
  const theirs = model.payments.filter((each) => each.order === order);
  const settled = theirs.filter((each) => each.app === 'settled');
  const refunded = refunds.filter(
    ({ payment_id, status }) =>
      status === 'processed' &&
      theirs.some(({ id, app }) => id === payment_id && app !== 'unmatched'),
  );
  return [
    ...settled.map(({ id }) => {
      const rejected = `rejected:${id}`;
      const { instalment_id } = payments.find((each) => each.id === id) ?? {};
      return keys.includes(rejected) ? rejected : `payment:${instalment_id}`;
    }),
    ...theirs
      .filter((each) => each.app === 'surplus')
      .flatMap(({ id }) => [`surplus:${id}`, `owner-surplus:${id}`]),
    // The mail about the end of an order tells of the refunds that were requested with it.
    ...(ENDED.has(order.status) ? [] : refunded.map(({ id }) => `refund:${id}`)),
    ...(order.invoiced === null ? [] : [`invoice:${order.id}`]),
    ...(order.status === 'Cancelled' && !order.isEnded ? [`owner:cancelled:${order.id}`] : []),
  ];
}

function mailsOfWork(order: OrderModel): string[] {
  return [
    ...order.revisions.flatMap(({ id, status, isChange }) => [
      `revision:${id}:Pending`,
      ...(isChange || status === 'Pending' ? [] : [`revision:${id}:${DECIDED[status]}`]),
    ]),
    // What a buyer asks for and the owner does not quote a price for is included, not accepted.
    ...order.changes.flatMap(({ id, by, status }) => [
      `change:${id}:${by === 'buyer' ? 'Asked' : 'Proposed'}`,
      ...(status === 'Declined' ? [`change:${id}:Declined`] : []),
      ...(status === 'Accepted' ? [`change:${id}:${by === 'buyer' ? 'Included' : status}`] : []),
    ]),
    ...(order.review ? [`review:${order.review.id}`] : []),
  ];
}

/** The decision that led to a revision's status. */
const DECIDED = { Approved: 'Approved', Completed: 'Approved', Rejected: 'Rejected' } as const;

function checkNotices(order: OrderModel, { keys, notices, payments }: Written): void {
  const about = notices.filter(({ order_id }) => order_id === order.id);
  const count = (words: string) => about.filter(({ message }) => message.includes(words)).length;
  const receipts = payments.filter(
    ({ order_id, instalment_id }) =>
      order_id === order.id && keys.includes(`payment:${instalment_id}`),
  );
  const arrived = new Set(receipts.map(({ instalment_id }) => instalment_id)).size;
  expect(count('Payment received'), 'one notification for each payment').toBe(arrived);
  const corrections = order.corrections.reduce((sum, each) => sum + each, 0);
  const corrected = count('corrected version is delivered');
  expect(count('is delivered') - corrected, 'and for each delivery').toBe(
    order.deliveries - corrections,
  );
  expect(corrected > 0, 'and for what is corrected within an hour').toBe(corrections > 0);
  expect(count('requests revision'), 'and for each revision').toBe(order.revisions.length);
  expect(count('New order'), 'and for the order').toBe(arrived > 0 ? 1 : 0);
}

/** At the end of a scenario every mail has arrived, whatever the mail server refused before. */
export async function checkArrival(app: TestApp): Promise<void> {
  const { store, outbox } = app.server.services;
  app.mail.refuse(null);
  const sent = await waitFor(async () => {
    // One that is being refused at this moment waits for an hour once more.
    app.advance(HOUR);
    outbox.flush();
    const rows = await store.db.selectFrom('outbox').select('sent_at').execute();
    expect(rows.filter(({ sent_at }) => sent_at === null)).toEqual([]);
    return rows.length;
  });
  expect(app.mail.emails.length, 'each mail has arrived').toBeGreaterThanOrEqual(sent);
}
