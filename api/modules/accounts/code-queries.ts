import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { hasRow } from '../../../db/query-results.ts';
import type { EmailChange, EmailCode, MailedCode, PasswordLink } from '../../../db/schema.ts';
import type { Validity } from '../../platform/clock.ts';

export const findCode = (db: Db, userId: string) =>
  db.selectFrom('email_codes').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const upsertCode = (tx: Db, code: Insertable<EmailCode>) =>
  tx
    .insertInto('email_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();

/** What the rows of each kind of code are found by. */
const KEYS = {
  paper_copies: 'user_id',
  email_codes: 'user_id',
  email_changes: 'user_id',
  mailed_codes: 'key',
} as const;

/** Counts an attempt and returns the salt; undefined if no attempts are left or the code has expired. */
export const countCodeAttempt = (
  tx: Db,
  table: keyof typeof KEYS,
  key: string,
  limits: Validity & { tries: number },
) =>
  tx
    .updateTable(table)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(sql.ref(KEYS[table]), '=', key)
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

export const upsertMailedCode = (tx: Db, code: Insertable<MailedCode>) =>
  tx
    .insertInto('mailed_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(code))
    .execute();

export const findMailedCode = (db: Db, key: string) =>
  db.selectFrom('mailed_codes').selectAll().where('key', '=', key).executeTakeFirst();

/** A right code waits for the rest of the form. */
export const keepMailedCode = (tx: Db, key: string, expires_at: string) =>
  tx.updateTable('mailed_codes').set({ tries: 0, expires_at }).where('key', '=', key).execute();

/** Consumes the code. A single DELETE, so only one of two concurrent uses succeeds. */
export const consumeMailedCode = (tx: Db, key: string) =>
  hasRow(tx.deleteFrom('mailed_codes').where('key', '=', key).returning('key'));

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

export const deleteChallenges = (tx: Db, userId: string) =>
  tx.deleteFrom('challenges').where('user_id', '=', userId).execute();

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
