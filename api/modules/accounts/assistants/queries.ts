import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import type { AssistantInvitation } from '../../../../db/schema.ts';
import type { Validity } from '../../../platform/clock.ts';

export const listAssistants = (db: Db) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('assistant_since', 'is not', null)
    .orderBy('assistant_since')
    .execute();

/** Ends a person's work as assistant. Returns undefined if they were not one. */
export const clearAssistantRole = (tx: Db, userId: string) =>
  tx
    .updateTable('users')
    .set({ assistant_since: null })
    .where('id', '=', userId)
    .where('assistant_since', 'is not', null)
    .returningAll()
    .executeTakeFirst();

export const listInvitations = (db: Db, now: string) =>
  db
    .selectFrom('assistant_invitations')
    .select(['id', 'email', 'expires_at'])
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute();

/** Upsert: each address has at most one open invitation, so a new one replaces it. */
export const insertInvitation = (tx: Db, row: Insertable<AssistantInvitation>) =>
  tx
    .insertInto('assistant_invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute();

export const deleteInvitation = (tx: Db, id: string) =>
  tx.deleteFrom('assistant_invitations').where('id', '=', id).returning('id').executeTakeFirst();

export const findOpenInvitation = (db: Db, tokenHash: string, { now, until }: Validity) =>
  db
    .selectFrom('assistant_invitations')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .executeTakeFirst();

/** Consumes the invitation. A single DELETE, so only one of two concurrent uses succeeds. */
export const consumeInvitation = (tx: Db, tokenHash: string, { now, until }: Validity) =>
  tx
    .deleteFrom('assistant_invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .returning('email')
    .executeTakeFirst();
