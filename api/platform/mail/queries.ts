import type { ExpressionBuilder, Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { OutboxMail, Tables } from '../../../db/schema.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { MAX_UNDELIVERABLE_SHOWN, TEMPORARY_CODES } from './rules.ts';

export const insertMail = (tx: Db, mail: Insertable<OutboxMail>) =>
  tx
    .insertInto('outbox')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();

/** The value of `next_try_at` for undeliverable mail. */
const NEVER = '9999-12-31T23:59:59.999Z';

interface SendWindow {
  now: string;
  /** A later next try comes from before a clock rollback. */
  furthest: string;
}

const isDue = (eb: ExpressionBuilder<Tables, 'outbox'>, { now, furthest }: SendWindow) =>
  eb.and([
    eb('sent_at', 'is', null),
    eb('next_try_at', '!=', NEVER),
    eb.or([eb('next_try_at', '<=', now), eb('next_try_at', '>', furthest)]),
  ]);

/** Lists mail to send now, oldest first: either codes and links, or all other mail. */
export const listMailToSend = (
  db: Db,
  window: SendWindow,
  { urgent, except, limit }: { urgent: boolean; except: string[]; limit: number },
) =>
  db
    .selectFrom('outbox')
    .select(['id', 'recipient'])
    .where((eb) => isDue(eb, window))
    .where('kind', urgent ? 'in' : 'not in', TEMPORARY_CODES)
    .$if(except.length > 0, (waiting) => waiting.where('recipient', 'not in', except))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Leases a mail to one sender. When the lease expires, a different one may take it. */
export const claimMail = (tx: Db, id: string, lease: SendWindow & { until: string }) =>
  tx
    .updateTable('outbox')
    .set({ next_try_at: lease.until })
    .where('id', '=', id)
    .where((eb) => isDue(eb, lease))
    .returning(['id', 'kind', 'encrypted', 'tries'])
    .executeTakeFirst();

/** Marks a mail as sent. Its body is deleted, unless the development mailbox shows it. */
export const markSent = (tx: Db, id: string, sent: { now: string; kept: Buffer | null }) =>
  tx
    .updateTable('outbox')
    .set({ sent_at: sent.now, recipient: '', encrypted: sent.kept })
    .where('id', '=', id)
    .execute();

export const postponeMail = (tx: Db, id: string, until: string) =>
  tx
    .updateTable('outbox')
    .set((eb) => ({ next_try_at: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const markMailUndeliverable = (tx: Db, id: string) =>
  tx.updateTable('outbox').set({ next_try_at: NEVER }).where('id', '=', id).execute();

/** Undeliverable mail that still has its body, so that the owner can send it again. */
const isGivenUp = (eb: ExpressionBuilder<Tables, 'outbox'>) =>
  eb.and([
    eb('sent_at', 'is', null),
    eb('next_try_at', '=', NEVER),
    eb('encrypted', 'is not', null),
  ]);

export const listUndeliverableMail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'encrypted', 'created_at'])
    .where(isGivenUp)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_UNDELIVERABLE_SHOWN)
    .execute();

/** Queues undeliverable mail again, except codes and links. */
export const sendMailAgain = (tx: Db, ids: string[], now: string) =>
  tx
    .updateTable('outbox')
    .set({ next_try_at: now, tries: 0 })
    .where('id', 'in', ids)
    .where('kind', 'not in', TEMPORARY_CODES)
    .where(isGivenUp)
    .returning('id')
    .execute();

/** Deletes the body but not the row, so that the event is not mailed again. */
const clearUndeliverable = (tx: Db) =>
  tx.updateTable('outbox').set({ encrypted: null }).where(isGivenUp);

export const dismissMail = (tx: Db, ids: string[]) =>
  clearUndeliverable(tx).where('id', 'in', ids).returning('id').execute();

export const deleteOldUndeliverableMail = (tx: Db, before: string) =>
  clearUndeliverable(tx).where('created_at', '<', before).execute();

/** The number of waiting mails and the time of the oldest. */
const unsent = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<string | null>('created_at').as('since'),
    ])
    .where('sent_at', 'is', null)
    .where('next_try_at', '!=', NEVER);

export const countUnsent = (db: Db) => unsent(db).executeTakeFirstOrThrow();

/**
 * The number of mails that the server has not accepted since before this time, and the time of the oldest.
 */
export const countStuck = (db: Db, before: string) =>
  unsent(db)
    .where('created_at', '<=', before)
    // Mail that is scheduled for later was not tried yet.
    .where((eb) => eb.or([eb('tries', '>', 0), eb('next_try_at', '<=', before)]))
    .executeTakeFirstOrThrow();

export const listRecentMail = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'encrypted', 'created_at', 'sent_at'])
    .where('encrypted', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

/** The mail with the last key of this prefix. `prefix` ends in a colon. */
export const findLastMail = (db: Db, prefix: string) =>
  db
    .selectFrom('outbox')
    .select(['dedupe_key', 'sent_at'])
    .where('dedupe_key', '>', prefix)
    .where('dedupe_key', '<', after(prefix))
    .orderBy('dedupe_key', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Deletes a mail that waits for this time. Returns whether it did: one that is being sent stays. */
export async function takeBackMail(tx: Db, key: string, notBefore: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where('dedupe_key', '=', key)
    .where('sent_at', 'is', null)
    .where('next_try_at', '=', notBefore)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const cancelQueuedMail = (tx: Db, prefix: string) =>
  tx
    .deleteFrom('outbox')
    .where('dedupe_key', '>', prefix)
    .where('dedupe_key', '<', after(prefix))
    .where('sent_at', 'is', null)
    .execute();

const after = (prefix: string) => `${prefix.slice(0, -1)};`;

/** The last mail that could not be sent, if none was sent since. */
export interface MailFailure {
  at: string;
  /** What the mail server answered. */
  reason: string;
}

const FAILURE = 'mail failure';

export const storeMailFailure = (tx: Db, failure: MailFailure) =>
  storeDocument(tx, FAILURE, failure);

export const clearMailFailure = (tx: Db) =>
  tx.deleteFrom('settings').where('key', '=', FAILURE).execute();

export const readMailFailure = (db: Db): Promise<MailFailure | null> =>
  readDocument<MailFailure>(db, FAILURE);
