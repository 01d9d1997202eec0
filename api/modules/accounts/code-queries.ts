import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { EmailChange, EmailCode, MailedCode, PasswordLink } from '../../../db/schema.ts';
import type { Validity } from '../../platform/clock.ts';
import { OF_MAILBOX } from './rules.ts';

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
  table: 'paper_copies' | 'email_codes' | 'email_changes',
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

/** Consumes the code. A single DELETE, so only one of two concurrent correct codes succeeds. */
export const consumeCode = (tx: Db, userId: string, codeHash: string) =>
  tx
    .deleteFrom('email_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .returning(['user_id', 'next_path'])
    .executeTakeFirst();

const CODES_AT_ONCE = 3;

/** Stores a code; the last three of one browser or session are good. */
export async function keepNewest(tx: Db, code: MailedCode): Promise<void> {
  await tx
    .insertInto('mailed_codes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['key', 'code_hash']).doUpdateSet(code))
    .execute();
  const all = await listMailedCodes(tx, code.key);
  for (const { code_hash } of all.slice(CODES_AT_ONCE))
    await tx
      .deleteFrom('mailed_codes')
      .where('key', '=', code.key)
      .where('code_hash', '=', code_hash)
      .execute();
}

/** The codes of a browser or session, the newest first. */
export const listMailedCodes = (db: Db, key: string) =>
  db
    .selectFrom('mailed_codes')
    .selectAll()
    .where('key', '=', key)
    .orderBy('expires_at', 'desc')
    .execute();

/** Counts an attempt at all codes of a browser or session; returns those with attempts left. */
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

export const deleteMailedCodes = (tx: Db, email: string) =>
  tx.deleteFrom('mailed_codes').where('email', '=', email).execute();

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
