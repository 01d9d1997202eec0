import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { forUpdate } from '../../../db/engine.ts';
import type { Device, EmailChange, EmailCode, PasswordLink, User } from '../../../db/schema.ts';
import type { Validity } from '../../platform/clock.ts';

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks an account's row until the transaction ends, so that nobody else can change or erase it. */
export const lockUser = (tx: Db, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).$call(forUpdate(tx)).executeTakeFirst();

/** Whether the account still exists; check it when storing an upload, as the user may have deleted the account. */
export async function userExists(tx: Db, id: string): Promise<boolean> {
  const user = await lockUser(tx, id);
  return user !== undefined && !user.email.endsWith(DELETED);
}

/** Addresses of erased accounts; no mail can be sent to this domain. */
const DELETED = '@deleted.invalid';
export const deletedAddress = (id: string): string => `${id}${DELETED}`;

export const insertUser = (tx: Db, user: Insertable<User>) =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

/** Records the sign-in. Returns undefined if the password was changed since it was compared. */
export const recordSignIn = (tx: Db, user: User, now: string) =>
  tx
    .updateTable('users')
    .set({ last_login_at: now })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .returningAll()
    .executeTakeFirst();

export const updateUser = (tx: Db, id: string, change: Updateable<User>) =>
  tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Marks the address as confirmed. True only for the one call that changed it. */
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

export const upsertCode = (tx: Db, code: Insertable<EmailCode>) =>
  tx
    .insertInto('email_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();

/** Counts an attempt and returns the salt; undefined if no attempts are left or the code has expired. */
export const countCodeAttempt = (
  tx: Db,
  table: 'email_codes' | 'email_changes',
  userId: string,
  limits: Validity & { tries: number },
) =>
  tx
    .updateTable(table)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', limits.now)
    .where('expires_at', '<=', limits.until)
    .where('tries', '<', limits.tries)
    .returning('salt')
    .executeTakeFirst();

/** Consumes the code. A single DELETE, so only one of two concurrent right answers succeeds. */
export const consumeCode = (tx: Db, userId: string, codeHash: string) =>
  tx
    .deleteFrom('email_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('user_id')
    .executeTakeFirst();

/** Lists accounts created before this time that were never confirmed and have no orders or reviews. */
export const listAbandoned = (tx: Db, before: string, most: number) =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'buyer')
    .where('is_verified', '=', 0)
    .where('created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('orders').select('id').whereRef('buyer_id', '=', 'users.id')),
          eb.exists(eb.selectFrom('reviews').select('id').whereRef('user_id', '=', 'users.id')),
        ]),
      ),
    )
    .limit(most)
    .execute();

export const listOrderIds = (db: Db, userId: string) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', userId)
    .where((eb) => eb.or([eb('paid', '>', 0), eb('failed_at', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .execute();

/**
 * Upsert: each person has at most one open link per source. A mailed link replaces an earlier mailed one, not
 * the one that was printed at the command line.
 */
export const insertPasswordLink = (tx: Db, link: Insertable<PasswordLink>) =>
  tx
    .insertInto('password_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(link))
    .execute();

/** Consumes the link. A single DELETE, so only one of two concurrent uses succeeds. */
export const consumePasswordLink = (tx: Db, tokenHash: string, { now, until }: Validity) =>
  tx
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .returning('user_id')
    .executeTakeFirst();

export const findOwner = (db: Db) =>
  db.selectFrom('users').selectAll().where('role', '=', 'owner').executeTakeFirst();

/** The owner's address; '' as long as there is no owner. */
export const ownerEmail = async (db: Db): Promise<string> => (await findOwner(db))?.email ?? '';

/** The token hashes of the session and device that are kept when all others end. */
export interface SessionExceptions {
  session?: string | undefined;
  device?: string | undefined;
}

/** Deletes rows only; `endSessionsExcept` in end-sessions.ts also closes the sockets. */
export async function deleteSessionsExcept(
  tx: Db,
  userId: string,
  except: SessionExceptions,
): Promise<void> {
  for (const [table, currentHash] of [
    ['sessions', except.session],
    ['devices', except.device],
  ] as const) {
    await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('token_hash', '!=', currentHash ?? '')
      .execute();
  }
}

export const deleteChallenges = (tx: Db, userId: string) =>
  tx.deleteFrom('challenges').where('user_id', '=', userId).execute();

export const isLinkOpen = (db: Db, tokenHash: string, { now, until }: Validity) =>
  db
    .selectFrom('password_links')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .executeTakeFirst();

export const insertDevice = (tx: Db, device: Insertable<Device>) =>
  tx.insertInto('devices').values(device).execute();

export const findDevice = (db: Db, userId: string, tokenHash: string) =>
  db
    .selectFrom('devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Finds the device of a token if the account with this address has signed in on it. */
export const findDeviceOf = (db: Db, email: string, tokenHash: string) =>
  db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('users.email', '=', email)
    .executeTakeFirst();

export const listSessions = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();

export const deleteSession = (tx: Db, userId: string, tokenHash: string) =>
  tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .execute();

export const deleteSessions = (tx: Db, userId: string) =>
  tx.deleteFrom('sessions').where('user_id', '=', userId).execute();

export const upsertEmailChange = (tx: Db, change: Insertable<EmailChange>) =>
  tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();

export const findEmailChange = (db: Db, userId: string, { now, until }: Validity) =>
  db
    .selectFrom('email_changes')
    .select(['email', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .executeTakeFirst();

export const consumeEmailChange = (tx: Db, userId: string, codeHash: string) =>
  tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning('email')
    .executeTakeFirst();

export const deleteEmailChange = (tx: Db, userId: string) =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).execute();

export const deletePasswordLinks = (tx: Db, userId: string) =>
  tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
