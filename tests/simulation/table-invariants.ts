import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { checkInvariants } from '../support/invariants.ts';
import { type Model, type OrderModel, paidOf, refundedOf, totalOf } from './model.ts';
import type { Simulated } from './step.ts';

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
const byId = <T extends { id: string }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const counted = (many: number) => Array.from({ length: many }, (_, at) => at + 1);

const waivedOf = ({ instalments }: OrderModel): number =>
  sum(instalments.map(({ amount, isWaived }) => (isWaived ? amount : 0)));

/** What must be true of the tables after every step. */
export async function checkTables({ app, processes }: Simulated, model: Model): Promise<void> {
  // Refunds that follow from a step are asked for after its answer.
  await app.server.services.background.settled();
  await checkInvariants(app);
  await checkMoney(app, model);
  await checkOrders(app, model);
  await checkQuotes(app, model);
  await checkDocuments(app, model);
  await checkRecords(app);
  if (processes) checkOpened(app);
}

/** Also when a process was killed while it opened one; not after a restored backup, which does not know of it. */
function checkOpened({ sandbox }: Simulated['app']): void {
  const receipts = sandbox.records().orders.map(({ receipt }) => receipt);
  expect(new Set(receipts).size, 'each instalment is opened once').toBe(receipts.length);
}

async function checkMoney(app: Simulated['app'], model: Model): Promise<void> {
  const { db } = app.server.services.store;
  const orders = await db.selectFrom('orders').selectAll().execute();
  const instalments = await db.selectFrom('instalments').selectAll().execute();
  const payments = await db.selectFrom('payments').selectAll().execute();
  const refunds = await db.selectFrom('refunds').selectAll().execute();
  expect(orders.length, 'an order for each that was placed').toBe(model.orders.length);
  for (const order of model.orders) {
    const row = orders.find(({ id }) => id === order.id);
    if (!row) throw new Error(`${order.label} is lost`);
    expect(row.currency, `${order.label}: the currency`).toBe(order.currency);
    expect(row.total, `${order.label}: the total`).toBe(totalOf(order));
    expect(row.paid, `${order.label}: what is paid`).toBe(paidOf(model, order));
    expect(row.refunded, `${order.label}: what went back`).toBe(refundedOf(model, order));
    const own = instalments.filter(({ order_id }) => order_id === order.id);
    const whole = sum(own.map(({ amount }) => amount)) - waivedOf(order);
    expect(whole, 'the instalments are the total').toBe(row.total);
    const paid = own.filter(({ payment_id }) => payment_id !== null);
    expect(sum(paid.map(({ amount }) => amount)), 'paid instalments are paid').toBe(row.paid);
  }
  const known = model.payments.filter((each) => each.app !== null);
  expect(payments.map(({ id }) => id).sort(), 'the payments that were reported').toEqual(
    known.map(({ id }) => id).sort(),
  );
  const bank = app.sandbox.records();
  for (const payment of payments) {
    const said = bank.payments.find(({ id }) => id === payment.id);
    expect(said?.captured, 'no payment without money at the bank').toBe(true);
    expect([payment.amount, payment.currency, payment.base_amount], 'what the bank says').toEqual([
      ...[said?.amount, said?.currency, said?.base_amount ?? null],
    ]);
    const { order } = known.find(({ id }) => id === payment.id) ?? {};
    expect(payment.currency, 'the currency of its order').toBe(order?.currency);
    const live = refunds.filter(
      ({ payment_id, status }) => payment_id === payment.id && status !== 'failed',
    );
    expect(payment.refunded, 'refunded is the sum of refunds').toBe(
      sum(live.map(({ amount }) => amount)),
    );
    const made = bank.refunds.filter(({ payment_id }) => payment_id === payment.id);
    expect(payment.refunded, 'the bank refunded what the app says').toBe(
      sum(made.map(({ amount }) => amount)),
    );
    expect(payment.refunded, 'the refunds that were asked for').toBe(
      known.find(({ id }) => id === payment.id)?.refunded,
    );
  }
  const overpaid = known.filter((each) => each.app === 'surplus').length;
  expect(payments.filter(({ status }) => status === 'surplus').length, 'overpayments').toBe(
    overpaid,
  );
}

async function checkOrders(app: Simulated['app'], model: Model): Promise<void> {
  const { db } = app.server.services.store;
  const orders = await db.selectFrom('orders').select(['id', 'status']).execute();
  const revisions = await db.selectFrom('revisions').selectAll().orderBy('number').execute();
  const changes = await db.selectFrom('order_changes').selectAll().execute();
  const deliveries = await db.selectFrom('deliveries').selectAll().orderBy('number').execute();
  const events = await db.selectFrom('order_events').selectAll().orderBy('seq').execute();
  const messages = await db.selectFrom('messages').selectAll().execute();
  const pins = await db
    .selectFrom('delivery_pins as pin')
    .innerJoin('deliveries', 'deliveries.id', 'pin.delivery_id')
    .leftJoin('deliveries as answer', 'answer.id', 'pin.answered_in')
    .select(['pin.id', 'pin.order_id', 'deliveries.number as version', 'pin.resolved_at'])
    .select(['pin.revision_id as revision', 'answer.number as answeredIn'])
    .execute();
  for (const order of model.orders) {
    const of = <T extends { order_id: string }>(rows: T[]) =>
      rows.filter(({ order_id }) => order_id === order.id);
    const status = orders.find(({ id }) => id === order.id)?.status;
    const stored = order.status === 'Cancelled' ? 'Rejected' : order.status;
    expect(status, `${order.label}: status`).toBe(stored);
    const statuses = new Map(of(revisions).map((row) => [row.id, row.status]));
    expect(statuses).toEqual(new Map(order.revisions.map((each) => [each.id, each.status])));
    const decided = new Map(of(changes).map((row) => [row.id, row.status]));
    expect(decided).toEqual(new Map(order.changes.map((each) => [each.id, each.status])));
    expect(of(deliveries).map(({ number }) => number)).toEqual(counted(order.deliveries));
    const pointed = of(pins).map(({ order_id: _, resolved_at, ...pin }) => ({
      ...pin,
      isResolved: resolved_at !== null,
    }));
    expect(byId(pointed), `${order.label}: pins`).toEqual(byId(order.pins));
    expect(
      of(events).map(({ seq }) => seq),
      'timeline without gaps',
    ).toEqual(counted(of(events).length));
    const sent = messages.filter(({ client_id }) => order.messages.includes(client_id));
    expect(sent.length, 'each message stored once').toBe(order.messages.length);
  }
}

/** Each quote has the status that the model says, and its order. */
async function checkQuotes(app: Simulated['app'], model: Model): Promise<void> {
  const quotes = await app.server.services.store.db.selectFrom('quotes').selectAll().execute();
  for (const { id, status, order } of model.quotes) {
    const row = quotes.find((each) => each.id === id);
    expect([row?.status, row?.order_id]).toEqual([status, order?.id ?? null]);
  }
}

/** Each order's agreement stays as it was; its invoice, refund documents and changes add up with its money. */
async function checkDocuments(app: Simulated['app'], model: Model): Promise<void> {
  const { db } = app.server.services.store;
  const agreements = await db.selectFrom('agreements').selectAll().execute();
  const documents = await db.selectFrom('billing_documents').selectAll().execute();
  for (const order of model.orders) {
    const agreement = agreements.find(({ order_id }) => order_id === order.id);
    if (!agreement) throw new Error(`${order.label} has no agreement`);
    const hash = createHash('sha256').update(agreement.json).digest('hex');
    order.agreement ??= hash;
    expect([agreement.sha256, hash], 'nothing changes an agreement').toEqual([
      order.agreement,
      order.agreement,
    ]);
    const accepted = order.changes.filter(({ status }) => status === 'Accepted');
    const agreed = (JSON.parse(agreement.json) as { total: number }).total;
    const changes = sum(accepted.map(({ amount }) => amount));
    expect(agreed + changes - waivedOf(order), 'agreement + changes').toBe(totalOf(order));
    const theirs = documents.filter(({ order_id }) => order_id === order.id);
    const invoices = theirs.filter(({ kind }) => kind === 'invoice');
    expect(
      invoices.map(({ amount }) => amount),
      `${order.label}: the invoice`,
    ).toEqual(order.invoiced === null ? [] : [order.invoiced]);
    const refunds = theirs.filter(({ kind }) => kind !== 'invoice');
    expect(sum(refunds.map(({ amount }) => amount)), `${order.label}: refund documents`).toBe(
      refundedOf(model, order) + order.credited,
    );
  }
}

/** Records that follow from what happened: messages and ratings. */
async function checkRecords(app: Simulated['app']): Promise<void> {
  const { db } = app.server.services.store;
  const unseen = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .where(
      sql<boolean>`not exists (select 1 from conversations where conversations.id = messages.conversation_id)`,
    )
    .executeTakeFirstOrThrow();
  expect(unseen.many, 'no message outside a conversation').toBe(0);
  const gigs = await db.selectFrom('gigs').selectAll().execute();
  const reviews = await db
    .selectFrom('reviews')
    .leftJoin('hidden_reviews', 'hidden_reviews.review_id', 'reviews.id')
    .select(['gig_id', 'half_stars', 'hidden_at'])
    .execute();
  for (const gig of gigs) {
    const shown = reviews.filter(
      ({ gig_id, hidden_at }) => gig_id === gig.id && hidden_at === null,
    );
    expect(gig.review_count, 'as many ratings as shown reviews').toBe(shown.length);
    const stars = sum(shown.map(({ half_stars }) => half_stars)) * 50;
    const mean = shown.length === 0 ? 0 : Math.round(stars / shown.length);
    expect(gig.rating_hundredths, 'the mean of the shown reviews').toBe(mean);
  }
}
