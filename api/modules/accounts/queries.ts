import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { forUpdate } from '../../../db/engine.ts';
import { hasRow, updatesRow } from '../../../db/query-results.ts';
import type { User } from '../../../db/schema.ts';
import { isClientIn, type PersonalData } from '../../platform/personal-data.ts';

export const findUserByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

export const findUser = (db: Db, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks an account's row until the transaction ends, so that nobody else can change or erase it. */
export const lockUser = (tx: Db, id: string) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).$call(forUpdate(tx)).executeTakeFirst();

/** Whether the account still exists: the user may delete it during a long upload. */
export async function userExists(tx: Db, id: string): Promise<boolean> {
  const user = await lockUser(tx, id);
  return user !== undefined && !isDeletedAddress(user.email);
}

/** Whether this account was deleted. Takes no lock. */
export async function isAccountDeleted(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst();
  return user === undefined || isDeletedAddress(user.email);
}

/** Addresses of erased accounts; no mail can be sent to this domain. */
const DELETED = '@deleted.invalid';
export const deletedAddress = (id: string): string => `${id}${DELETED}`;
export const isDeletedAddress = (email: string): boolean => email.endsWith(DELETED);

export const insertUser = (tx: Db, user: Insertable<User>) =>
  tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

/** Records the sign-in. Returns undefined if the password was changed since it was compared. */
export const recordSignIn = (tx: Db, user: User, now: string) =>
  tx
    .updateTable('users')
    .set({ last_login_at: now })
    .where('id', '=', user.id)
    .where('password_hash', user.password_hash === null ? 'is' : '=', user.password_hash)
    .returningAll()
    .executeTakeFirst();

/** The age of a password. */
export const passwordSince = (user: User): string => user.password_set_at ?? user.created_at;

export const updateUser = (tx: Db, id: string, change: Updateable<User>) =>
  tx.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Marks the address as confirmed. True only for the one call that changed it. */
export const markVerified = (tx: Db, id: string) =>
  updatesRow(
    tx
      .updateTable('users')
      .set({ is_verified: 1, next_path: null })
      .where('id', '=', id)
      .where('is_verified', '=', 0),
  );

export const isClient = (db: Db, personalData: PersonalData[], userId: string) =>
  hasRow(
    db.selectFrom('users').select('id').where('id', '=', userId).where(isClientIn(personalData)),
  );

/** Lists accounts created before this time that were never confirmed and belong to no client. */
export const listUnverifiedAccounts = (
  tx: Db,
  personalData: PersonalData[],
  { before, most }: { before: string; most: number },
) =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'buyer')
    .where('is_verified', '=', 0)
    .where('created_at', '<', before)
    .where((eb) => eb.not(isClientIn(personalData)))
    .limit(most)
    .execute();

export const findOwner = (db: Db) =>
  db.selectFrom('users').selectAll().where('role', '=', 'owner').executeTakeFirst();

/** The confirmed address of an account: all mails about its orders go there, not to the one typed at checkout. */
export async function accountEmail(db: Db, id: string): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return email;
}

/** The owner's address; '' as long as there is no owner. */
export const ownerEmail = async (db: Db): Promise<string> => (await findOwner(db))?.email ?? '';
