import type { Tx } from '../../../db/transaction.ts';
import { later, MINUTE } from '../clock.ts';
import { findLastMail, takeBackMail } from './queries.ts';

/** What nobody has seen for this long is mailed. */
const UNSEEN = 2 * MINUTE;
/** The least time between two such mails. */
const BETWEEN_MAILS = 15 * MINUTE;

/**
 * When the mail is sent that collects what is said, and from where on: a mail that still waits is taken back, and the new one
 * says both. Its key is the prefix with both, so that one that waits is told from one that a sender has taken, whose time has
 * moved.
 */
export async function nextCollectedMail(tx: Tx, prefix: string, from: string, now: Date) {
  const last = await findLastMail(tx, prefix);
  if (!last) return { notBefore: later(now, UNSEEN), from };
  const [notBefore = '', first = from] = last.dedupe_key.slice(prefix.length).split('|');
  if (await takeBackMail(tx, last.dedupe_key, notBefore)) return { notBefore, from: first };
  const sinceLast = last.sent_at === null ? 0 : now.getTime() - Date.parse(last.sent_at);
  return { notBefore: later(now, Math.max(UNSEEN, BETWEEN_MAILS - sinceLast)), from };
}
