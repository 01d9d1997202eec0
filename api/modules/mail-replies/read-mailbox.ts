import { setTimeout as pause } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { type Lease, takeLease } from '../../../db/leases.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, MINUTE, SECOND } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { createLimitedThread } from '../../platform/limited-thread.ts';
import type { Services } from '../../platform/services.ts';
import { isProof } from './answer-proof.ts';
import type { Studio } from './fold-quotes.ts';
import { FULL, MAX_HEADER_BYTES, MAX_MAIL_BYTES, MAX_TOKENS, UNPROVED_DAYS } from './limits.ts';
import {
  changeMailboxState,
  type MailboxState,
  readMailboxState,
  troubleOf,
} from './mailbox-state.ts';
import type { MailToRead, ReadMail } from './read-mail.ts';
import { headerLines, isAutomatic, tokensOf } from './recognize.ts';
import { findAddressee, marksOf } from './reply-address.ts';
import {
  findSenderRecords,
  LookupFailed,
  recordsInDns,
  type TextRecords,
} from './sender-records.ts';
import type { MailReplies } from './settings.ts';
import { type Done, type Outcome, takeProved, takeUnproved } from './take-answer.ts';
import { bracketed, UNREADABLE } from './texts.ts';

const LEASE = 'mail replies';
export const PLACE = 'mail replies place';
const READING_LIMIT_MS = MINUTE;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
const WHILE_OTHERS_READ = 5 * SECOND;
const FIRST_WAIT = SECOND;
/** Until mail of a person who sends too much is tried again. */
const AFTER_MANY = 10 * SECOND;
/** How often. */
const MAX_ROUNDS = 30;
/** Until the DNS is asked again, and twice as long each time. */
const AFTER_LOOKUP = 5 * SECOND;
const LONGEST_WAIT = 5 * MINUTE;
/** The mailbox is read again after this time even if it says nothing. */
const LOOK_EVERY = 5 * MINUTE;
/** How often a mail may fail without anybody's fault before it counts as unreadable. */
const MAX_TRIES = 5;
const PROGRAM = new URL('./read-mail.ts', import.meta.url);
const runInThread = createLimitedThread({ memory: MEMORY, idleMs: 30 * SECOND });

/** How far the mailbox was read. A mailbox with another validity is another one. */
interface Place {
  validity: string;
  uid: number;
  /** How often the next mail has failed. */
  tries: number;
  /** How often the next mail was too much at once. */
  rounds?: number;
}

interface Options {
  replyKey: Buffer;
  textRecords?: TextRecords | undefined;
}

/** Opens a connection that changes nothing in the mailbox, and of which nothing is logged. */
export async function connectTo(mailbox: MailReplies, signal?: AbortSignal): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    ...{ host: mailbox.host, port: mailbox.port, secure: mailbox.isSecure },
    auth: { user: mailbox.user, pass: mailbox.password },
    logger: false,
    connectionTimeout: 15 * SECOND,
    greetingTimeout: 10 * SECOND,
    disableAutoIdle: true,
    maxLineLength: 1024 ** 2,
    maxLiteralSize: 1024 ** 2,
    maxResponseSize: 4 * 1024 ** 2,
  });
  const close = () => client.close();
  client.on('error', close);
  signal?.addEventListener('abort', close, { once: true });
  client.once('close', () => signal?.removeEventListener('abort', close));
  try {
    await client.connect();
    await client.mailboxOpen(mailbox.folder, { readOnly: true });
    return client;
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads the mailbox in one process at a time, as long as the app runs. */
export function createMailReplies(
  services: Services,
  mailbox: MailReplies,
  { replyKey, textRecords = recordsInDns }: Options,
) {
  const { config, store, clock, log, metrics } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Of the connection, one after the other, without a mail that was dealt with. */
  let failures = 0;
  const wait = (ms: number) => pause(ms, null, { signal }).catch(() => null);
  const storeState = (change: Partial<MailboxState>) =>
    transaction(services, (tx) => changeMailboxState(tx, change));

  async function readPlace(validity: string): Promise<Place> {
    const stored = await readSetting(store.db, PLACE);
    const place = stored ? (JSON.parse(stored) as Place) : null;
    return place?.validity === validity ? place : { validity, uid: 0, tries: 0 };
  }

  async function readNew(from: ImapFlow, lease: Lease): Promise<void> {
    if (!from.mailbox) throw new Error('no mailbox is open');
    const validity = String(from.mailbox.uidValidity);
    await from.noop();
    let place = await readPlace(validity);
    const since = new Date(clock().getTime() - UNPROVED_DAYS * DAY);
    const range = { uid: `${place.uid + 1}:*`, since };
    const uids = ((await from.search(range, { uid: true })) || [])
      .filter((uid) => uid > place.uid)
      .sort((one, other) => one - other);
    for (const uid of uids) {
      if (signal.aborted || !(await lease.renew())) return;
      const done: Done = async (tx: Tx) => {
        if (!(await lease.renewIn(tx))) throw new Error('another process reads the mailbox');
        await storeSetting(tx, PLACE, JSON.stringify({ validity, uid, tries: 0 } satisfies Place));
      };
      const tried = { ...place, tries: place.tries + 1 };
      await transaction(services, (tx) => storeSetting(tx, PLACE, JSON.stringify(tried)));
      const result = await take(from, uid, { ...tried, done }).catch((error) =>
        waitAfter(error, { place, tried, isUsable: from.usable }),
      );
      if (!result) return readNew(from, lease);
      metrics?.mailReplies.inc({ result });
      if (result === 'message' || result === 'unproved')
        await storeState({ answeredAt: iso(clock()) });
      place = { validity, uid, tries: 0 };
      failures = 0;
    }
    const quota = await from.getQuota();
    const { usage = 0, limit = 0 } = quota ? (quota.storage ?? {}) : {};
    const isFull = limit > 0 && usage >= FULL * limit;
    await storeState({ readAt: iso(clock()), isFull, failure: null });
  }

  /** Waits until a mail is worth another try; null then. Throws what ends the connection. */
  async function waitAfter(
    error: unknown,
    { place, tried, isUsable }: { place: Place; tried: Place; isUsable: boolean },
  ): Promise<null> {
    const storePlace = (next: Place) =>
      transaction(services, (tx) => storeSetting(tx, PLACE, JSON.stringify(next)));
    if (error instanceof LookupFailed) {
      await wait(AFTER_LOOKUP * 2 ** (tried.tries - 1));
      return null;
    }
    // Not the fault of the mail, so that this was no try.
    if (error instanceof ApiError && error.status === 429) {
      await storePlace({ ...place, rounds: (place.rounds ?? 0) + 1 });
      await wait(AFTER_MANY);
      return null;
    }
    if (!isUsable) await storePlace(place);
    throw error;
  }

  async function take(
    from: ImapFlow,
    uid: number,
    { tries, rounds = 0, done }: Pick<Place, 'tries' | 'rounds'> & { done: Done },
  ): Promise<Outcome> {
    const finish = async (result: Outcome): Promise<Outcome> => {
      await transaction(services, done);
      return result;
    };
    const message = await from.fetchOne(
      String(uid),
      {
        ...{ size: true, internalDate: true },
        bodyParts: [{ key: 'header', start: 0, maxLength: MAX_HEADER_BYTES }],
      },
      { uid: true },
    );
    if (!message) return finish('dropped');
    const header = message.headers ?? Buffer.alloc(0);
    const lines = headerLines(header.toString('latin1'));
    const tokens = tokensOf(lines, mailbox.address).slice(0, MAX_TOKENS);
    const known = await findFirst(tokens);
    if (isAutomatic(lines)) return finish(known ? 'automatic' : 'dropped');
    if (!known) return (await takeProof(tokens, done)) ? 'test' : finish('dropped');
    const { token, addressee } = known;
    const isGivenUp = tries > MAX_TRIES;
    const isLarge = (message.size ?? 0) > MAX_MAIL_BYTES;
    const raw = isLarge || isGivenUp ? header : await fetchWhole(from, uid);
    const receivedAt = new Date(message.internalDate ?? clock());
    const { email } = addressee.person;
    const lookup = { textRecords, isLast: tries >= MAX_TRIES };
    const read = isGivenUp
      ? null
      : await readInThread({
          ...{ raw, isCut: isLarge, token, receivedAt, email },
          marks: marksOf(addressee.conversation),
          ...(await findSenderRecords(lines, email, lookup)),
        });
    if (!read) {
      const nothing = { key: `${uid}:${token}`, from: '', text: bracketed(UNREADABLE), quoted: '' };
      const unread = { ...nothing, notes: [], files: [], unproved: 'unreadable' as const };
      return takeUnproved(services, addressee, unread, done);
    }
    if (read.unproved === null)
      return takeProved(services, addressee, read, { done, isLast: rounds >= MAX_ROUNDS });
    const unproved = { ...read, unproved: read.unproved };
    return takeUnproved(services, addressee, unproved, done);
  }

  async function findFirst(tokens: string[]) {
    for (const token of tokens) {
      const addressee = await findAddressee({ store, config, replyKey }, token);
      if (addressee) return { token, addressee };
    }
    return null;
  }

  const takeProof = (tokens: string[], done: Done): Promise<boolean> =>
    transaction(services, async (tx) => {
      for (const token of tokens)
        if (await isProof(tx, { address: mailbox.address, token, now: clock() })) {
          await done(tx);
          return true;
        }
      return false;
    });

  async function readInThread(of: Omit<MailToRead, keyof Studio>): Promise<ReadMail | null> {
    const at = config.mailFrom.lastIndexOf('<');
    const sender = config.mailFrom
      .slice(at + 1)
      .replace('>', '')
      .trim();
    const name = config.mailFrom.slice(0, Math.max(0, at)).replaceAll('"', '').trim();
    const mail: MailToRead = { ...of, name, sender, pattern: mailbox.address };
    const ran = await runInThread<ReadMail>(PROGRAM, mail, READING_LIMIT_MS);
    return 'value' in ran ? ran.value : null;
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
        const timer = setTimeout(news.resolve, LOOK_EVERY);
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

/** A mail, at most so many bytes of it. */
async function fetchWhole(from: ImapFlow, uid: number): Promise<Buffer> {
  const options = { uid: true, maxBytes: MAX_MAIL_BYTES };
  const { content } = await from.download(String(uid), undefined, options);
  if (!content) throw new Error('the mail is gone');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
