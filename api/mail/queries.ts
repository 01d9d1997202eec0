import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { OutboxMail } from '../../db/schema.ts';

export const insertMail = (tx: Db, mail: Insertable<OutboxMail>) =>
  tx
    .insertInto('outbox')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();

export const listWaiting = (db: Db, now: string) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_try_at', '<=', now)
    .orderBy('created_at')
    .limit(50)
    .execute();

/** Takes a mail for one sender; a sender that dies loses it when the lease ends. */
export const claimMail = (db: Db, id: string, lease: { now: string; until: string }) =>
  db
    .updateTable('outbox')
    .set({ next_try_at: lease.until })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('next_try_at', '<=', lease.now)
    .returning(['id', 'kind', 'sealed', 'tries'])
    .executeTakeFirst();

/** A delivered mail keeps no body, unless the development mailbox shows it. */
export const markSent = (db: Db, id: string, sent: { now: string; keep: boolean }) =>
  db
    .updateTable('outbox')
    .set({ sent_at: sent.now, ...(sent.keep ? {} : { sealed: null }) })
    .where('id', '=', id)
    .execute();

export const postponeMail = (db: Db, id: string, until: string) =>
  db
    .updateTable('outbox')
    .set((eb) => ({ next_try_at: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const listRecentMail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'sealed', 'created_at', 'sent_at'])
    .where('sealed', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

/** Mail of these keys that has not left. `prefix` ends in a colon. */
export const findWaiting = (db: Db, prefix: string) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', '>', prefix)
    .where('dedupe_key', '<', after(prefix))
    .where('sent_at', 'is', null)
    .executeTakeFirst();

export const dropWaiting = (db: Db, prefix: string) =>
  db
    .deleteFrom('outbox')
    .where('dedupe_key', '>', prefix)
    .where('dedupe_key', '<', after(prefix))
    .where('sent_at', 'is', null)
    .execute();

const after = (prefix: string) => `${prefix.slice(0, -1)};`;
