import { beforeEach, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { rowWith } from '../support/rows.ts';
import { insertRacedChanges, makeRequests, racedChange, racedOrder } from './race-fixture.ts';
import { insertOrders, orderOfRound, ROUNDS, runRound, shareSides, store } from './race-sides.ts';

shareSides();

// Paid orders of ₹100 with two open proposals of ₹50 each.
beforeEach(async () => {
  await insertOrders(ROUNDS, true);
  await transaction({ store }, (tx) => insertRacedChanges(tx, ROUNDS));
});
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

const instalmentsOf = (round: number) =>
  store.db
    .selectFrom('instalments')
    .select(['number', 'amount'])
    .where('order_id', '=', racedOrder(round).id)
    .orderBy('number')
    .execute();

const statusOf = async (round: number) =>
  (
    await store.db
      .selectFrom('order_changes')
      .select('status')
      .where('id', '=', racedChange(round))
      .executeTakeFirstOrThrow()
  ).status;

const FIRST = { number: 1, amount: 10_000 };
const ADDED = { number: 2, amount: 5_000 };

test('a change that is accepted twice at once adds one instalment', async () => {
  for (const round of rounds) {
    expect(await runRound('change accepted twice', round)).toEqual(['accepted', 'accepted']);
    expect(await instalmentsOf(round)).toEqual([FIRST, ADDED]);
    expect((await orderOfRound(round)).total).toBe(15_000);
  }
});

test('two changes that are accepted at once are two instalments, numbered one after the other', async () => {
  for (const round of rounds) {
    expect(await runRound('two changes accepted', round)).toEqual(['accepted', 'accepted']);
    expect(await instalmentsOf(round)).toEqual([FIRST, ADDED, { ...ADDED, number: 3 }]);
    expect((await orderOfRound(round)).total).toBe(20_000);
  }
});

test('a change is accepted or withdrawn when both happen at once, never both', async () => {
  for (const round of rounds) {
    const [lost, won] = await runRound('change accepted and withdrawn', round);
    expect(lost).toBe(409);
    const isAccepted = won === 'accepted';
    expect(await statusOf(round)).toBe(isAccepted ? 'Accepted' : 'Withdrawn');
    expect(await instalmentsOf(round)).toEqual(isAccepted ? [FIRST, ADDED] : [FIRST]);
    expect((await orderOfRound(round)).total).toBe(isAccepted ? 15_000 : 10_000);
  }
});

test('an order that is cancelled while its change is accepted is cancelled with the promise of the moment', async () => {
  for (const round of rounds) {
    const results = await runRound('change accepted, order cancelled', round);
    expect(results).toContain('cancelled');
    const isAccepted = results.includes('accepted');
    expect(results).toEqual(isAccepted ? ['accepted', 'cancelled'] : [409, 'cancelled']);
    expect(await statusOf(round)).toBe(isAccepted ? 'Accepted' : 'Withdrawn');
    const { status, paid, refunded, total } = await orderOfRound(round);
    expect({ status, paid, refunded }).toEqual({
      status: 'Rejected',
      paid: 10_000,
      refunded: 5_000,
    });
    expect(total).toBe(isAccepted ? 15_000 : 10_000);
  }
});

test('an order that is wholly refunded while its change is accepted has one outcome', async () => {
  for (const round of rounds) {
    const results = await runRound('change accepted, order refunded', round);
    expect(results).toContain('processed');
    const isAccepted = results.includes('accepted');
    expect(results).toEqual(isAccepted ? ['accepted', 'processed'] : [409, 'processed']);
    expect(await instalmentsOf(round)).toEqual(isAccepted ? [FIRST, ADDED] : [FIRST]);
    const { refunded, total } = await orderOfRound(round);
    expect({ refunded, total }).toEqual({ refunded: 10_000, total: isAccepted ? 15_000 : 10_000 });
  }
});

test.each(['request included and quoted', 'request withdrawn and quoted'] as const)(
  'of a %s at once one holds, and a price binds nobody before the buyer accepts it',
  async (race) => {
    for (const round of rounds) {
      await transaction({ store }, (tx) => makeRequests(tx, round));
      const results = await runRound(race, round);
      const isQuoted = results.includes('quoted');
      expect(results).toContain(409);
      const ended = race === 'request included and quoted' ? 'Accepted' : 'Withdrawn';
      expect(await statusOf(round)).toBe(isQuoted ? 'Proposed' : ended);
      expect(await instalmentsOf(round)).toEqual([FIRST]);
      expect((await orderOfRound(round)).total).toBe(10_000);
    }
  },
);

test('a request for a revision becomes one change when two are made of it at once', async () => {
  for (const round of rounds) {
    const { id } = racedOrder(round);
    await transaction({ store }, async (tx) => {
      const request = { order_id: id, number: 1, status: 'Pending' as const, description: 'Bluer' };
      const at = '2026-01-05T09:00:00.000Z';
      await tx
        .insertInto('revisions')
        .values({
          id: `revision ${round}`,
          ...request,
          requested_at: at,
          decided_at: null,
          completed_at: null,
        })
        .execute();
      await tx.updateTable('orders').set({ used_revisions: 1 }).where('id', '=', id).execute();
    });
    expect(await runRound('one revision, two changes', round)).toEqual([409, 'proposed']);
    const { used_revisions } = await rowWith(store.db, 'orders', { id });
    expect(used_revisions, 'it does not count').toBe(0);
  }
});
