import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { MailedCode, PasswordLink, User } from '../../../db/schema.ts';
import type { Validity } from '../../platform/clock.ts';
import { OF_MAILBOX } from './rules.ts';

const CODES_AT_ONCE = 3;

/** Stores a code; the last three of one key are good. */
export async function keepNewest(tx: Db, code: MailedCode): Promise<void> {
  await tx
    .insertInto('mailed_codes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['key', 'code_hash']).doUpdateSet(code))
    .execute();
  // After the clock was set back, earlier codes seem to be the newest.
  const others = (await listMailedCodes(tx, code.key)).filter(
    ({ code_hash }) => code_hash !== code.code_hash,
  );
  for (const { code_hash } of others.slice(CODES_AT_ONCE - 1))
    await tx
      .deleteFrom('mailed_codes')
      .where('key', '=', code.key)
      .where('code_hash', '=', code_hash)
      .execute();
}

/** The codes of a key, the newest first. */
export const listMailedCodes = (db: Db, key: string) =>
  db
    .selectFrom('mailed_codes')
    .selectAll()
    .where('key', '=', key)
    .orderBy('expires_at', 'desc')
    .execute();

/** Counts an attempt at all codes of a key; returns those with attempts left. */
export const countMailedAttempt = (tx: Db, key: string, limits: Validity & { tries: number }) =>
  tx
    .updateTable('mailed_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('key', '=', key)
    .where('expires_at', '>', limits.now)
    .where('expires_at', '<=', limits.until)
    .where('tries', '<', limits.tries)
    .returningAll()
    .execute();

/** A right code waits for the rest of the form. */
export const keepMailedCode = (tx: Db, key: string, codeHash: string, expires_at: string) =>
  tx
    .updateTable('mailed_codes')
    .set({ tries: 0, expires_at })
    .where('key', '=', key)
    .where('code_hash', '=', codeHash)
    .execute();

/** Consumes the code and ends the others. One DELETE, so only one of two concurrent uses succeeds. */
export async function consumeMailedCode(tx: Db, key: string, codeHash: string): Promise<boolean> {
  const ended = await endMailedCodes(tx, key);
  return ended.some(({ code_hash }) => code_hash === codeHash);
}

export const endMailedCodes = (tx: Db, key: string) =>
  tx.deleteFrom('mailed_codes').where('key', '=', key).returning('code_hash').execute();

/** The address to which the newest open code was mailed. */
export const findAddressToConfirm = async (db: Db, key: string, { now, until }: Validity) =>
  (await listMailedCodes(db, key)).find(({ expires_at }) => expires_at > now && expires_at <= until)
    ?.email ?? null;

/** Ends all codes that a person asked for, or that were mailed to them. */
export const deleteMailedCodes = (tx: Db, { id, email }: Pick<User, 'id' | 'email'>) =>
  tx
    .deleteFrom('mailed_codes')
    .where((eb) => eb.or([eb('user_id', '=', id), eb('email', '=', email)]))
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
    .returning(['user_id', 'source'])
    .executeTakeFirst();

/** Ends what a person has begun; what was mailed ends only from the mailbox. */
export const deleteChallenges = (tx: Db, userId: string) =>
  tx
    .deleteFrom('challenges')
    .where('user_id', '=', userId)
    .where('key', 'not like', `${OF_MAILBOX}%`)
    .execute();

/** Finds whose password an open link sets. */
export const findUserOfLink = (db: Db, tokenHash: string, { now, until }: Validity) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.name', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .executeTakeFirst();

export const deletePasswordLinks = (tx: Db, userId: string) =>
  tx.deleteFrom('password_links').where('user_id', '=', userId).execute();
