import { expect, test } from 'vitest';
import { addDays, nextDates } from '../../api/modules/catalog/availability/calendar-rules.ts';
import { storeSetting } from '../../db/settings.ts';
import { transaction } from '../../db/transaction.ts';
import fc, { SEED } from '../support/fast-check.ts';
import { insertSecondInstalment, racedOrder } from './race-fixture.ts';
import {
  expectRounds,
  insertOrders,
  oneTo,
  orderOfRound,
  ROUNDS,
  runRound,
  shareSides,
  store,
} from './race-sides.ts';

shareSides();

test('numbers the receipts of two payments at once without a gap', async () => {
  await insertOrders(2 * ROUNDS);
  await expectRounds('two payments of two orders', ['settled', 'settled']);
  const receipts = await store.db
    .selectFrom('receipts')
    .select('serial')
    .orderBy('serial')
    .execute();
  expect(receipts.map(({ serial }) => serial)).toEqual(oneTo(2 * ROUNDS));
});

test('settles one of two payments of an instalment and keeps the other as an overpayment', async () => {
  await insertOrders(ROUNDS);
  await expectRounds('two payments of one order', ['settled', 'surplus']);
  const orders = await store.db.selectFrom('orders').select(['paid', 'total']).execute();
  expect(orders.every(({ paid, total }) => paid === total)).toBe(true);
});

test('refunds never more than was paid when two refunds are requested at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('two refunds of one payment', [409, 'processed']);
  const payments = await store.db.selectFrom('payments').select('refunded').execute();
  expect(new Set(payments.map(({ refunded }) => refunded))).toEqual(new Set([6_000]));
  const orders = await store.db.selectFrom('orders').select('refunded').execute();
  expect(new Set(orders.map(({ refunded }) => refunded))).toEqual(new Set([6_000]));
});

test('cancels or delivers an order that is cancelled and delivered at once', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [lost, won] = await runRound('cancelled and delivered', round);
    expect(lost).toBe(409);
    expect(['cancelled', 'delivered']).toContain(won);
    const { status, refunded } = await orderOfRound(round);
    const isCancelled = won === 'cancelled';
    expect({ status, refunded }).toEqual(
      isCancelled ? { status: 'Rejected', refunded: 5_000 } : { status: 'Delivered', refunded: 0 },
    );
  }
});

test('credits or refunds an instalment that is paid while its order is cancelled', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    await transaction({ store }, (tx) => insertSecondInstalment(tx, round));
    const results = await runRound('cancelled and paid', round);
    const { paid, refunded } = await orderOfRound(round);
    const second = await store.db
      .selectFrom('payments')
      .select(['status', 'refunded'])
      .where('id', '=', `second_${round}`)
      .executeTakeFirstOrThrow();
    if (results.includes('cancelled')) {
      expect(results).toEqual(['cancelled', 'surplus']);
      expect({ paid, refunded }).toEqual({ paid: 10_000, refunded: 5_000 });
      expect(second).toEqual({ status: 'surplus', refunded: 10_000 });
    } else {
      expect(results).toEqual([409, 'settled']);
      expect({ paid, refunded }).toEqual({ paid: 20_000, refunded: 0 });
    }
  }
});

test('stores no refund of a payment once its dispute is stored', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = await runRound('refunded and disputed', round);
    const { refunded } = await orderOfRound(round);
    expect([
      { results: [409, 'open'], refunded: 0 },
      { results: ['open', 'processed'], refunded: 6_000 },
    ]).toContainEqual({ results, refunded });
  }
});

test('delivers an order once when it is delivered twice at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('one delivery twice', [409, 'delivered']);
  const deliveries = await store.db.selectFrom('deliveries').select('number').execute();
  expect(deliveries.map(({ number }) => number)).toEqual(Array(ROUNDS).fill(1));
});

test('numbers the messages that two people send at once without a gap', async () => {
  await insertOrders(1, true);
  await runRound('the first owner', 0);
  await expectRounds('messages of both people', [true, true]);
  const messages = await store.db.selectFrom('messages').select('seq').orderBy('seq').execute();
  expect(messages.map(({ seq }) => seq)).toEqual(oneTo(2 * ROUNDS));
  const conversation = await store.db
    .selectFrom('conversations')
    .select('last_message_seq')
    .where('order_id', '=', racedOrder(0).id)
    .executeTakeFirstOrThrow();
  expect(conversation.last_message_seq).toBe(2 * ROUNDS);
});

test('gives gigs that are created at once positions of their own', async () => {
  await expectRounds('two new gigs', ['draft', 'draft']);
  const gigs = await store.db.selectFrom('gigs').select('position').orderBy('position').execute();
  expect(gigs.map(({ position }) => position + 1)).toEqual(oneTo(gigs.length));
});

test('of two buyers who pay for the same days at once one keeps them, and the other gets the next', async () => {
  await insertOrders(2 * ROUNDS);
  const calendar = { capacity: 1, workingDays: [1, 2, 3, 4, 5], holidays: [], timeOff: [] };
  await transaction({ store }, (tx) => storeSetting(tx, 'availability', JSON.stringify(calendar)));
  const from = addDays(new Date().toISOString().slice(0, 10), 3);
  /** Of the second buyer the days may begin later, and may or may not meet those of the first. */
  const pairs = fc.sample(
    fc.record({ days: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(12)), later: fc.nat(12) }),
    { numRuns: ROUNDS, seed: SEED },
  );
  for (const [round, { days, later }] of pairs.entries()) {
    const promised = days.map((each, side) => {
      const free = { busy: [], from: addDays(from, side * later), days: Math.max(1, each) };
      const dates = nextDates(calendar, free);
      if (!dates) throw new Error('an empty calendar has no dates');
      return { ...dates, delivery_days: free.days };
    });
    for (const [side, { startsOn, deliverBy, delivery_days }] of promised.entries()) {
      const dates = { starts_on: startsOn, ends_on: deliverBy, delivery_days };
      const promise = store.db.updateTable('orders').set(dates);
      await promise.where('id', '=', racedOrder(2 * round + side).id).execute();
    }
    const [first, second] = promised;
    const meet = !!first && !!second && second.startsOn <= first.deliverBy;
    const results = await runRound('the last place', round);
    expect(results, `round ${round}`).toEqual(['kept', meet ? 'moved' : 'kept']);
    const running = store.db.selectFrom('orders').where('status', '=', 'In Progress');
    const [before, after, ...others] = await running
      .select(['starts_on', 'ends_on'])
      .where('paid', '>', 0)
      .orderBy('starts_on')
      .execute();
    expect(others).toEqual([]);
    expect(String(after?.starts_on) > String(before?.ends_on), `round ${round}`).toBe(true);
    const done = store.db.updateTable('orders').set({ status: 'Completed' });
    await done.where('paid', '>', 0).execute();
  }
});

test('waives or settles an instalment that is waived and paid at once', async () => {
  await insertOrders(ROUNDS, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    await transaction({ store }, (tx) => insertSecondInstalment(tx, round));
    const results = await runRound('waived and paid', round);
    const { total, paid } = await orderOfRound(round);
    expect([
      { results: [409, 'settled'], total: 20_000, paid: 20_000 },
      { results: ['surplus', 'waived'], total: 10_000, paid: 10_000 },
    ]).toContainEqual({ results, total, paid });
  }
});

test('cancels an order once, with one refund, when it is cancelled twice at once', async () => {
  await insertOrders(ROUNDS, true);
  await expectRounds('cancelled twice', [409, 'cancelled']);
  const refunds = await store.db.selectFrom('refunds').select('amount').execute();
  expect(refunds.map(({ amount }) => amount)).toEqual(Array(ROUNDS).fill(5_000));
});
