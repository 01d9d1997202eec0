import { setTimeout as pause } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { type Lease, takeLease } from '../../../db/leases.ts';
import type { WaitingMail } from '../../../db/schema.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later, MINUTE, SECOND } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { FULL, UNPROVED_DAYS } from './limits.ts';
import { connectTo, validityOf } from './mailbox.ts';
import {
  changeMailboxState,
  type MailboxState,
  readMailboxState,
  troubleOf,
} from './mailbox-state.ts';
import { LookupFailed, recordsInDns, type TextRecords } from './sender-records.ts';
import type { MailReplies } from './settings.ts';
import type { Outcome } from './take-answer.ts';
import { findConversationOf, type Taking, takeMail, tellUnread } from './take-mail.ts';
import { UNREAD } from './texts.ts';
import {
  changeWaiting,
  endWait,
  findNextTry,
  forgetOtherMailboxes,
  listDue,
  MAX_TRIES,
  mailId,
  setAside,
  waitAfter,
} from './waiting-mails.ts';

const LEASE = 'mail replies';
export const PLACE = 'mail replies place';
const WHILE_OTHERS_READ = 5 * SECOND;
const FIRST_WAIT = SECOND;
const LONGEST_WAIT = 5 * MINUTE;
/** The mailbox is read again after this time even if it says nothing. */
const LOOK_EVERY = 5 * MINUTE;

/** How far the mailbox was read. */
interface Place {
  validity: string;
  uid: number;
}

interface Options {
  replyKey: Buffer;
  textRecords?: TextRecords | undefined;
}

/** Reads the mailbox in one process at a time, as long as the app runs. */
export function createMailReplies(
  services: Services,
  mailbox: MailReplies,
  { replyKey, textRecords = recordsInDns }: Options,
) {
  const { store, clock, log, metrics } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Of the connection, one after the other, without a mail that was dealt with. */
  let failures = 0;
  const wait = (ms: number) => pause(ms, null, { signal }).catch(() => null);
  const storeState = (change: Partial<MailboxState>) =>
    transaction(services, (tx) => changeMailboxState(tx, change));

  const taking: Taking = { services, mailbox, replyKey, textRecords };
  const count = (result: Outcome) => metrics?.mailReplies.inc({ result });

  /** Sets new answers aside: the place in the mailbox moves on, whatever keeps one of them waiting. */
  async function setNewAside(from: ImapFlow, lease: Lease): Promise<void> {
    const validity = validityOf(from);
    const place = await readDocument<Place>(store.db, PLACE);
    const isKnown = place?.validity === validity;
    const last = isKnown ? place.uid : 0;
    if (!isKnown) await transaction(services, (tx) => forgetOtherMailboxes(tx, validity));
    const since = new Date(clock().getTime() - UNPROVED_DAYS * DAY);
    const range = { uid: `${last + 1}:*`, since };
    const uids = ((await from.search(range, { uid: true })) || [])
      .filter((uid) => uid > last)
      .sort((one, other) => one - other);
    for (const uid of uids) {
      if (signal.aborted) return;
      const found = await findConversationOf(taking, from, uid);
      await transaction(services, async (tx) => {
        await keepLease(lease, tx);
        await storeDocument(tx, PLACE, { validity, uid } satisfies Place);
        if ('result' in found) return;
        const mail = { id: mailId(validity, uid), uid, since: iso(clock()) };
        await setAside(tx, { ...mail, conversation_id: found.conversationId });
      });
      if ('result' in found) count(found.result);
    }
  }

  async function readNew(from: ImapFlow, lease: Lease): Promise<void> {
    await from.noop();
    await setNewAside(from, lease);
    const validity = validityOf(from);
    const find = () => listDue(store.db, validity, iso(clock()));
    for (let due = await find(); due.length > 0; due = await find())
      for (const mail of due) {
        if (signal.aborted || !(await lease.renew())) return;
        await tryMail(from, lease, mail);
        failures = 0;
      }
    const quota = await from.getQuota();
    const { usage = 0, limit = 0 } = quota ? (quota.storage ?? {}) : {};
    const isFull = limit > 0 && usage >= FULL * limit;
    await storeState({ readAt: iso(clock()), isFull, failure: null });
  }

  /** Takes a mail, or lets it wait. That it was tried is stored before: it may end this process. */
  async function tryMail(
    from: ImapFlow,
    lease: Lease,
    { id, ...mail }: WaitingMail,
  ): Promise<void> {
    const tries = mail.tries + 1;
    const change = (values: Parameters<typeof changeWaiting>[2]) =>
      transaction(services, (tx) => changeWaiting(tx, id, values));
    await change({ tries, next_try_at: later(clock(), waitAfter(tries)) });
    const tried = { ...mail, id, tries };
    const done = async (tx: Tx) => {
      await keepLease(lease, tx);
      await endWait(tx, id);
    };
    try {
      const result = await takeMail(taking, from, { mail: tried, done });
      count(result);
      if (result === 'message' || result === 'unproved')
        await storeState({ answeredAt: iso(clock()) });
    } catch (error) {
      if (!from.usable || !(await lease.renew())) {
        await change({ tries: mail.tries, next_try_at: mail.next_try_at });
        throw error;
      }
      const isBusy = error instanceof ApiError && error.status === 429;
      const isOurs = !isBusy && !(error instanceof LookupFailed);
      await change({ reason: isOurs ? UNREAD : null });
      if (!isOurs) return;
      log.error(
        `an answer by mail could not be read and is tried again in ${waitAfter(tries) / SECOND} s`,
        error,
      );
      if (tries > MAX_TRIES) await tellUnread(taking, from, tried);
    }
  }

  async function keepLease(lease: Lease, tx: Tx): Promise<void> {
    if (!(await lease.renewIn(tx))) throw new Error('another process reads the mailbox');
  }

  /** Ends with the connection, which servers end now and then. Throws if not even one reading was possible. */
  async function readWhileLeased(lease: Lease): Promise<void> {
    const from = await connectTo(mailbox, signal);
    await storeState({ connectedAt: iso(clock()) });
    let wake = () => {};
    from.on('exists', () => wake()).on('close', () => wake());
    try {
      while (!signal.aborted && from.usable && (await lease.renew())) {
        const news = Promise.withResolvers<void>();
        wake = news.resolve;
        await readNew(from, lease);
        const next = await findNextTry(store.db, validityOf(from));
        const untilNext = next ? Date.parse(next) - clock().getTime() : LOOK_EVERY;
        const timer = setTimeout(news.resolve, Math.max(0, Math.min(LOOK_EVERY, untilNext)));
        // A server without IDLE is asked again and again by the client itself.
        if (from.usable) void from.idle().catch(() => {});
        else news.resolve();
        await news.promise;
        clearTimeout(timer);
      }
    } finally {
      from.close();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const lease = await takeLease(services, LEASE).catch(() => null);
      if (lease) {
        try {
          await readWhileLeased(lease);
          failures = 0;
        } catch (error) {
          failures += 1;
          if (!signal.aborted) await fail(error).catch(() => {});
        }
        await lease.release().catch(() => {});
      }
      const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures, 9));
      if (!signal.aborted) await wait(lease ? backoff : WHILE_OTHERS_READ);
    }
  }

  async function fail(error: unknown): Promise<void> {
    const { isLogIn, reason } = troubleOf(error);
    const told = isLogIn ? 'it refuses the log-in' : reason;
    if (failures === 1) log.error(`the mailbox for answers is not read: ${told}`);
    const { failure } = await readMailboxState(store.db);
    const since = failure?.since ?? iso(clock());
    await storeState({ connectedAt: null, failure: { since, isLogIn, reason } });
  }

  const running = run();
  return {
    async close(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
