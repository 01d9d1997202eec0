import { expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { rowWith } from '../support/rows.ts';
import { insertDraftQuotes, racedQuote } from './race-fixture.ts';
import {
  countOf,
  expectRounds,
  insertOrders,
  insertQuotes,
  ROUNDS,
  runRound,
  shareSides,
  store,
} from './race-sides.ts';

shareSides();

test('accepts or withdraws a quote when both happen at once, never both', async () => {
  await insertQuotes(ROUNDS);
  const before = await countOf('agreements');
  for (let round = 0; round < ROUNDS; round += 1) {
    const [refused, done] = await runRound('accept and withdraw', round);
    expect(refused).toBe(409);
    expect(['accepted', 'withdrawn']).toContain(done);
  }
  const quotes = await store.db.selectFrom('quotes').select(['status', 'order_id']).execute();
  for (const { status, order_id } of quotes) expect(order_id !== null).toBe(status === 'Accepted');
  const agreed = (await countOf('agreements')) - before;
  expect(agreed).toBe(quotes.filter((each) => each.order_id).length);
});

test('makes one order of a quote that is accepted twice at once', async () => {
  await insertQuotes(ROUNDS);
  const counts = () => Promise.all([countOf('orders'), countOf('agreements')]);
  const [orders, agreements] = await counts();
  await expectRounds('accept twice', ['accepted', 'accepted']);
  expect(await counts()).toEqual([orders + ROUNDS, agreements + ROUNDS]);
});

test('settles the first instalment or lapses the quote when both happen at once', async () => {
  await insertQuotes(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await runRound('accept twice', round);
    const { id, providerOrder } = racedQuote(round);
    const theirs = store.db.selectFrom('orders').select('id').where('checkout_id', '=', id);
    const overdue = { provider_order_id: providerOrder, pay_by: '2020-01-01T00:00:00.000Z' };
    await transaction({ store }, (tx) =>
      tx
        .updateTable('instalments')
        .set(overdue)
        .where('order_id', 'in', theirs)
        .where('number', '=', 1)
        .execute(),
    );
    const [, outcome] = await runRound('pay and lapse', round);
    const { status } = await rowWith(store.db, 'quotes', { id });
    expect([outcome, status]).toEqual(
      outcome === 'settled' ? ['settled', 'Accepted'] : ['surplus', 'Expired'],
    );
  }
});

test('takes three unanswered questions of a buyer who asks two at once', async () => {
  await insertOrders(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await runRound('three questions', 2 * round)).toEqual(['asked', 'asked']);
    expect(await runRound('three questions', 2 * round + 1)).toEqual([409, 'asked']);
  }
});

const quotesOf = (round: number) =>
  store.db
    .selectFrom('quotes')
    .select(['id', 'status', 'version', 'order_id'])
    .where('conversation_id', '=', racedQuote(round).conversation)
    .orderBy('id')
    .execute();

test('accepts a quote or puts a new version in its place when both happen at once', async () => {
  await insertQuotes(ROUNDS);
  await transaction({ store }, (tx) => insertDraftQuotes(tx, ROUNDS));
  for (let round = 0; round < ROUNDS; round += 1) {
    const [accepted, sent] = await runRound('accept and replace', round);
    expect(sent).toBe('sent');
    const old = (await quotesOf(round)).find(({ id }) => id === racedQuote(round).id);
    const isAccepted = accepted === 'accepted';
    expect([accepted, old?.status]).toEqual(
      isAccepted ? ['accepted', 'Accepted'] : [409, 'Withdrawn'],
    );
    expect(old?.order_id !== null).toBe(isAccepted);
  }
});

test('leaves one of two quotes open that are sent at once, numbered one after the other', async () => {
  await insertQuotes(ROUNDS);
  await transaction({ store }, (tx) => insertDraftQuotes(tx, ROUNDS));
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await runRound('two versions', round)).toEqual(['sent', 'sent']);
    const quotes = await quotesOf(round);
    expect(quotes.map(({ version }) => version).sort()).toEqual([1, 2, 3]);
    expect(quotes.filter(({ status }) => status === 'Sent')).toHaveLength(1);
  }
});

test('accepts or expires a quote whose last moment it is, never both', async () => {
  await insertQuotes(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = racedQuote(round);
    // Some rounds before that moment, some after it.
    const valid_until = new Date(Date.now() + (round % 6)).toISOString();
    await transaction({ store }, (tx) =>
      tx.updateTable('quotes').set({ valid_until }).where('id', '=', id).execute(),
    );
    const results = await runRound('accept and expire', round);
    const [quote] = await quotesOf(round);
    const isAccepted = results.includes('accepted');
    expect(results).toEqual([isAccepted ? 'accepted' : 409, 'looked'].sort() as unknown[]);
    expect(quote?.order_id !== null).toBe(isAccepted);
    expect(isAccepted ? ['Accepted'] : ['Expired', 'Sent']).toContain(quote?.status);
  }
});
