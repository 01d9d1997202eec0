import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { hasRow } from '../../../../db/query-results.ts';
import type { Challenge, Passkey } from '../../../../db/schema.ts';
import type { Validity } from '../../../platform/clock.ts';

export const findTotp = (db: Db, userId: string) =>
  db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Replaces a secret that was not confirmed yet; a confirmed one is kept. */
export const upsertTotp = (tx: Db, userId: string, encrypted: Buffer) =>
  tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, encrypted, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ encrypted, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();

/** Marks this time step as used. True for one caller only: no code is accepted twice. */
export const consumeTotpStep = (tx: Db, userId: string, step: number) =>
  hasRow(
    tx
      .updateTable('totp_secrets')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .returning('user_id'),
  );

export const confirmTotpSecret = (tx: Db, userId: string, now: string) =>
  tx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();

export const deleteTotp = (tx: Db, userId: string) =>
  tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();

export async function replaceRecoveryCodes(
  tx: Db,
  userId: string,
  hashes: string[],
  created_at: string,
) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((code_hash) => ({ code_hash, user_id: userId, created_at }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** How many recovery codes are left, and since when the person has them. */
export async function countRecoveryCodes(db: Db, userId: string) {
  const { codes, since } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => [
      fn.countAll<number>().as('codes'),
      fn.min<string | null>('created_at').as('since'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { left: Number(codes), since };
}

/** Consumes a recovery code. A single DELETE, so only one of two concurrent uses succeeds. */
export const consumeRecoveryCode = (tx: Db, userId: string, hash: string) =>
  tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('created_at')
    .executeTakeFirst();

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPasskey = (db: Db, id: string) =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns false if an account has this passkey already. */
export const insertPasskey = (tx: Db, passkey: Insertable<Passkey>) =>
  hasRow(
    tx
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );

/** Stores the new counter. Returns false if another sign-in has changed it since it was read. */
export const recordPasskeyUse = (
  tx: Db,
  used: { id: string; before: number; counter: number; now: string },
) =>
  hasRow(
    tx
      .updateTable('passkeys')
      .set({ counter: used.counter, used_at: used.now })
      .where('id', '=', used.id)
      .where('counter', '=', used.before)
      .returning('id'),
  );

/** Returns false if the person has no such passkey. */
export const renamePasskey = (tx: Db, userId: string, id: string, name: string) =>
  hasRow(
    tx
      .updateTable('passkeys')
      .set({ name })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id'),
  );

export const deletePasskey = (tx: Db, userId: string, id: string) =>
  tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirst();

export const upsertChallenge = (tx: Db, row: Challenge) =>
  tx
    .insertInto('challenges')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();

/** Returns false if there is one with this key already. */
export const insertChallenge = (tx: Db, row: Challenge) =>
  hasRow(
    tx
      .insertInto('challenges')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key'),
  );

export const findChallenge = (db: Db, key: string, { now, until }: Validity) =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .executeTakeFirst();

export const renameChallenge = (tx: Db, from: string, to: string) =>
  tx.updateTable('challenges').set({ key: to }).where('key', '=', from).execute();

/** Consumes a challenge. True for one caller only. */
export const consumeChallenge = (tx: Db, key: string, challenge: string) =>
  hasRow(
    tx
      .deleteFrom('challenges')
      .where('key', '=', key)
      .where('challenge', '=', challenge)
      .returning('key'),
  );

export const findConfirmation = (db: Db, sessionHash: string) =>
  db
    .selectFrom('sessions')
    .select(['confirmed_at', 'proof_at'])
    .where('token_hash', '=', sessionHash)
    .executeTakeFirst();

export const storeConfirmation = (
  tx: Db,
  sessionHash: string,
  confirmation: { confirmed_at: string; proof_at: string },
) => tx.updateTable('sessions').set(confirmation).where('token_hash', '=', sessionHash).execute();
