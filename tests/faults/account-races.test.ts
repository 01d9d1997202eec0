import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  replaceRecoveryCodes,
  upsertTotp,
} from '../../api/modules/accounts/second-factor/queries.ts';
import { verifyAuditLog } from '../../api/platform/audit/audit-log.ts';
import { hashToken } from '../../api/platform/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { randomRuns } from '../support/fast-check.ts';
import { userId } from './race-fixture.ts';
import {
  countOf,
  expectRounds,
  insertOrders,
  ROUNDS,
  runRound,
  shareSides,
  store,
} from './race-sides.ts';

shareSides();

/** Each needs an empty database. */
const MIGRATIONS = randomRuns(ON_POSTGRES ? 2 : 1);

test('creates one owner when two processes start at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await transaction({ store }, (tx) =>
      tx.deleteFrom('users').where('role', '=', 'owner').execute(),
    );
    expect(await runRound('the first owner', round)).toEqual([true, true]);
    const owners = await store.db
      .selectFrom('users')
      .where('role', '=', 'owner')
      .select('id')
      .execute();
    expect(owners).toHaveLength(1);
  }
});

test('migrates and seeds an empty database once', async () => {
  for (let round = 0; round < MIGRATIONS; round += 1) {
    await empty();
    expect(await runRound('migration and seed', round)).toEqual([false, true]);
    expect(await store.db.selectFrom('gigs').select('id').execute()).toHaveLength(8);
  }
});

test('makes one account of an address with which two people sign up at once', async () => {
  const before = await countOf('users');
  await expectRounds('one address twice', [409, 'made']);
  expect((await countOf('users')) - before).toBe(ROUNDS);
});

test('takes a code of an authenticator app once when it is given twice at once', async () => {
  await insertOrders(1);
  await transaction({ store }, (tx) => upsertTotp(tx, userId(0), Buffer.from('secret')));
  await expectRounds('one app code twice', [false, true]);
});

test('takes a recovery code once when it is given twice at once', async () => {
  await insertOrders(ROUNDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const of = userId(round);
    await transaction({ store }, (tx) =>
      replaceRecoveryCodes(tx, of, [hashToken(`${of} code`)], new Date().toISOString()),
    );
    expect(await runRound('one recovery code twice', round)).toEqual([false, true]);
  }
});

test('allows the last use of a limit once', async () => {
  await expectRounds('the last use of a limit', [429, 'used']);
});

test('chains the lines of the audit log that two processes write at once', async () => {
  await expectRounds('two audit lines', ['written', 'written']);
  expect(await verifyAuditLog(store.db)).toMatchObject({ lines: 2 * ROUNDS, brokenAt: null });
});

/** Removes every table. */
async function empty(): Promise<void> {
  if (store.engine === 'postgres') {
    await sql.raw('drop schema public cascade; create schema public').execute(store.db);
    return;
  }
  // SQLite checks references when a table is removed, so these checks are switched off meanwhile.
  await sql.raw('pragma foreign_keys = off').execute(store.db);
  for (const { name } of await store.db.introspection.getTables({ withInternalKyselyTables: true }))
    await store.db.schema.dropTable(name).execute();
  await sql.raw('pragma foreign_keys = on').execute(store.db);
}
