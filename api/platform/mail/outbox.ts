import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Db, Store } from '../../../db/connect.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, iso, later, MINUTE, SECOND } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Log } from '../services.ts';
import {
  claimMail,
  insertMail,
  listWaiting,
  markMailUndeliverable,
  markSent,
  postponeMail,
} from './queries.ts';
import { TEMPORARY_CODES } from './rules.ts';
import { createSender, MOST_AT_ONCE } from './send-waiting.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Names of papers that are drawn when the mail leaves. */
  attachments?: string[];
}

/** A paper that goes with a mail. */
export interface EmailAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

/** Mail is a row in the transaction of what it tells of, and leaves after the commit. */
export interface Outbox {
  /** Queues a mail once per key, however often its reason is reported, and sends it after the commit. */
  enqueue(
    tx: Tx,
    mail: Email & { kind: string; dedupeKey: string; notBefore?: string },
  ): Promise<void>;
  /** Sends what waits, soon; returns at once. */
  flush(): void;
  /** Null where it was sealed with another key. */
  open(sealed: Buffer): Email | null;
  close(): Promise<void>;
}

/** Longer than a send may last, silence of the server at every step included. */
const LEASE = 3 * MINUTE;
const PATIENCE = {
  dnsTimeout: 8 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  socketTimeout: 20 * SECOND,
};
/** For a server that answers every step, and slowly. */
const SEND_MOST = MINUTE;
const CLOSING_PATIENCE = 5 * SECOND;
const SWEEP = 10 * SECOND;
const LONGEST_WAIT = 60 * MINUTE;
/** A code works for ten minutes: it cannot wait an hour for its next try. */
const LONGEST_WAIT_OF_PASSING = MINUTE;
const UNREADABLE =
  'it was sealed with a key of another secrets.json. It stays in the outbox and is not sent';

export function createOutbox(
  store: Store,
  services: {
    config: Config;
    clock: Clock;
    log: Log;
    key: string;
    /** Draws what a mail names among its attachments. */
    draw?: (name: string) => Promise<EmailAttachment>;
  },
): Outbox {
  const { config, clock, log } = services;
  const key = Buffer.from(services.key, 'base64');
  const smtp = config.smtpUrl
    ? createTransport({
        ...{ url: config.smtpUrl, pool: true, maxConnections: MOST_AT_ONCE },
        ...PATIENCE,
      })
    : null;
  const dueAt = (now: Date) => ({ now: iso(now), furthest: later(now, LONGEST_WAIT) });
  const write = <R>(body: (tx: Db) => Promise<R>) => transaction({ store }, body);
  const sender = createSender({
    list: (wanted) => listWaiting(store.db, dueAt(clock()), wanted),
    async send(id) {
      const now = clock();
      const lease = { ...dueAt(now), until: later(now, LEASE) };
      const row = await write((tx) => claimMail(tx, id, lease));
      if (row?.sealed) await deliver(row.id, row.kind, row.sealed, row.tries);
    },
    log,
  });

  async function deliver(id: string, kind: string, sealed: Buffer, tries: number): Promise<void> {
    const mail = unseal(key, sealed);
    if (!mail) {
      await write((tx) => markMailUndeliverable(tx, id));
      log.error(`a ${kind} mail cannot be read: ${UNREADABLE}`);
      return;
    }
    try {
      if (smtp) {
        const signal = AbortSignal.timeout(SEND_MOST);
        await smtp.sendMail({ from: config.mailFrom, ...(await withPapers(mail)), signal });
      } else log.info(`mail "${mail.subject}": read it at ${config.siteOrigin}/dev/mail`);
      const sent = { now: iso(clock()), keep: !smtp };
      await write((tx) => markSent(tx, id, sent));
    } catch (error) {
      if (isRefused(error)) {
        await write((tx) => markMailUndeliverable(tx, id));
        log.error(`a ${kind} mail was refused for good; the desk shows it`, error);
        return;
      }
      const longest = TEMPORARY_CODES.includes(kind) ? LONGEST_WAIT_OF_PASSING : LONGEST_WAIT;
      const wait = Math.min(longest, 15 * SECOND * 2 ** tries);
      await write((tx) => postponeMail(tx, id, later(clock(), wait)));
      log.error(`a ${kind} mail could not be sent; trying again in ${wait / SECOND} s`, error);
    }
  }

  async function withPapers({ attachments = [], ...mail }: Email) {
    const { draw } = services;
    return draw ? { ...mail, attachments: await Promise.all(attachments.map(draw)) } : mail;
  }

  const timer = setInterval(sender.wake, SWEEP).unref();
  return {
    async enqueue(tx, { kind, dedupeKey, notBefore, ...mail }) {
      // An order outlives its buyer's account: nobody is left to be written to.
      if (!mail.to) return;
      if (!isReachable(mail.to)) return;
      const now = iso(clock());
      await insertMail(tx, {
        id: newId(),
        kind,
        dedupe_key: dedupeKey,
        recipient: createHmac('sha256', key).update(mail.to.toLowerCase()).digest('base64url'),
        sealed: seal(key, mail),
        created_at: now,
        next_try_at: notBefore ?? now,
        tries: 0,
        sent_at: null,
      });
      if (!notBefore) tx.onCommit(sender.wake);
    },
    flush: sender.wake,
    open: (sealed) => unseal(key, sealed),
    async close() {
      clearInterval(timer);
      // A server that says nothing holds nobody up: the mail leaves after the next start.
      await sender.stop(CLOSING_PATIENCE);
      smtp?.close({ force: true });
    },
  };
}

/** The server is there and will never take this mail; what is wrong with all mail may pass. */
const isRefused = (error: unknown): boolean => {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
};

/** Whoever deleted their account has no address any more. */
const isReachable = (to: string) => to !== '' && !to.endsWith('.invalid');

function seal(key: Buffer, mail: Email): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(mail), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unseal(key: Buffer, sealed: Buffer): Email | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const body = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    return JSON.parse(body.toString('utf8')) as Email;
  } catch {
    return null;
  }
}
