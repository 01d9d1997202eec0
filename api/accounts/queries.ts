import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { EmailCode, User } from '../../db/schema.ts';

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const insertUser = (tx: Db, user: Insertable<User>) =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export const stampSignIn = (db: Db, id: string, now: string) =>
  db
    .updateTable('users')
    .set({ last_login_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** True for the one caller that turned the account verified. */
export async function markVerified(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ is_verified: 1 })
    .where('id', '=', id)
    .where('is_verified', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const findCode = (db: Db, userId: string) =>
  db.selectFrom('email_codes').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const putCode = (tx: Db, code: Insertable<EmailCode>) =>
  tx
    .insertInto('email_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();

/** Counts a try and returns what to compare with; nothing when tries or time have run out. */
export const tryCode = (db: Db, userId: string, limits: { now: string; tries: number }) =>
  db
    .updateTable('email_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', limits.now)
    .where('tries', '<', limits.tries)
    .returning('salt')
    .executeTakeFirst();

/** Uses the code up: one DELETE, so that of two right answers one wins. */
export const consumeCode = (tx: Db, userId: string, codeHash: string) =>
  tx
    .deleteFrom('email_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();

export const listOrderIds = (db: Db, userId: string) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', userId)
    .where((eb) => eb.or([eb('paid', '>', 0), eb('failed_at', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .execute();

/** One open link a person: a newer one replaces the older. */
export const putPasswordLink = (
  tx: Db,
  link: { token_hash: string; user_id: string; expires_at: string },
) =>
  tx
    .insertInto('password_links')
    .values(link)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute();

/** Uses the link up: one DELETE, so that of two uses one wins. */
export const consumePasswordLink = (tx: Db, tokenHash: string, now: string) =>
  tx
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();

export const findOwner = (db: Db) =>
  db.selectFrom('users').selectAll().where('role', '=', 'owner').executeTakeFirst();

/** A new password ends every session that the old one opened. */
export async function setPassword(tx: Db, userId: string, passwordHash: string) {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  return tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
