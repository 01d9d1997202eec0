import { createHmac } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { Database, Db } from '../../../db/database.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, iso, later, MINUTE, SECOND } from '../clock.ts';
import { createEncryption, type Encryption } from '../encryption.ts';
import { newId } from '../ids.ts';
import { currentRequestId, inLogContext } from '../log.ts';
import type { Log } from '../services.ts';
import { composeEmail, type EmailContent } from './email-layout.ts';
import {
  claimMail,
  insertMail,
  listWaiting,
  markMailUndeliverable,
  markSent,
  postponeMail,
} from './queries.ts';
import { TEMPORARY_CODES } from './rules.ts';
import { createSender, MAX_CONCURRENT } from './send-queued-mail.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Names of attachments, which are rendered when the mail is sent. */
  attachments?: string[] | undefined;
}

export interface QueuedMail extends EmailContent, Pick<Email, 'attachments'> {
  kind: string;
  dedupeKey: string;
  notBefore?: string;
}

interface StoredEmail extends Email {
  /** The id of the request or job that queued it. */
  requestId?: string | undefined;
}

interface ClaimedMail {
  id: string;
  kind: string;
  tries: number;
  /** null if it was encrypted with a different key. */
  mail: StoredEmail | null;
}

export interface EmailAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

/** The transactional outbox: a mail is stored in the transaction of its event and sent after the commit. */
export interface Outbox {
  /** Queues a mail, once per dedupe key. It is sent after the commit. */
  enqueue(tx: Tx, mail: QueuedMail): Promise<void>;
  /** Starts sending waiting mail; returns at once. */
  flush(): void;
  /** Decrypts a mail; null if it was encrypted with a different key. */
  open(encrypted: Buffer): Email | null;
  close(): Promise<void>;
}

/** The lease of a mail: longer than any send, because every step has a timeout. */
const LEASE = 3 * MINUTE;
const SMTP_TIMEOUTS = {
  dnsTimeout: 8 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  socketTimeout: 20 * SECOND,
};
/** The timeout of a whole send: a slow server may answer every step in time. */
const SEND_TIMEOUT = MINUTE;
const CLOSE_TIMEOUT = 5 * SECOND;
const SWEEP_INTERVAL = 10 * SECOND;
const MAX_WAIT = 60 * MINUTE;
/** A code is valid for ten minutes, so its retries must not wait an hour. */
const MAX_WAIT_OF_CODES = MINUTE;
const UNREADABLE =
  'it was encrypted with a key of another secrets.json. It stays in the outbox and is not sent';

export function createOutbox(
  store: Database,
  services: {
    config: Config;
    clock: Clock;
    log: Log;
    key: string;
    /** Renders an attachment by name. */
    draw?: (name: string) => Promise<EmailAttachment>;
    /** The name that signs the mails. */
    sellerName: (db: Db) => Promise<string>;
  },
): Outbox {
  const { config, clock, log } = services;
  const key = Buffer.from(services.key, 'base64');
  const encryption = createEncryption(key);
  let transport: Promise<Transporter> | undefined;
  // Imported on first use: nodemailer takes 20 MB.
  const openTransport = (url: string) => {
    transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        ...{ url, pool: true, maxConnections: MAX_CONCURRENT },
        ...SMTP_TIMEOUTS,
      }),
    );
    return transport;
  };
  const sendWindow = (now: Date) => ({ now: iso(now), furthest: later(now, MAX_WAIT) });
  const write = <R>(body: (tx: Db) => Promise<R>) => transaction({ store }, body);
  const sender = createSender({
    list: (filter) => listWaiting(store.db, sendWindow(clock()), filter),
    async send(id) {
      const now = clock();
      const lease = { ...sendWindow(now), until: later(now, LEASE) };
      const row = await write((tx) => claimMail(tx, id, lease));
      if (!row?.encrypted) return;
      const mail = readEmail(encryption, row.encrypted);
      // The request id of the event, even if a different request or process sends the mail.
      const context = { mail: row.id, requestId: mail?.requestId };
      await inLogContext(context, () => deliver({ ...row, mail }));
    },
    log,
  });

  async function deliver({ id, kind, tries, mail }: ClaimedMail) {
    if (!mail) {
      await write((tx) => markMailUndeliverable(tx, id));
      log.error(`a ${kind} mail cannot be read: ${UNREADABLE}`);
      return;
    }
    try {
      if (config.smtpUrl) {
        const smtp = await openTransport(config.smtpUrl);
        const signal = AbortSignal.timeout(SEND_TIMEOUT);
        const started = performance.now();
        await smtp.sendMail({ from: config.mailFrom, ...(await withAttachments(mail)), signal });
        log.info(`a ${kind} mail was sent`, { ms: Math.round(performance.now() - started) });
      } else log.info(`mail "${mail.subject}": read it at ${config.siteOrigin}/dev/mail`);
      const sent = { now: iso(clock()), keep: !config.smtpUrl };
      await write((tx) => markSent(tx, id, sent));
    } catch (error) {
      if (isRefused(error)) {
        await write((tx) => markMailUndeliverable(tx, id));
        log.error(`a ${kind} mail was refused for good; the dashboard shows it`, error);
        return;
      }
      const longest = TEMPORARY_CODES.includes(kind) ? MAX_WAIT_OF_CODES : MAX_WAIT;
      const wait = Math.min(longest, 15 * SECOND * 2 ** tries);
      await write((tx) => postponeMail(tx, id, later(clock(), wait)));
      log.error(`a ${kind} mail could not be sent; trying again in ${wait / SECOND} s`, error);
    }
  }

  async function withAttachments({ attachments = [], requestId: _, ...mail }: StoredEmail) {
    const { draw } = services;
    return draw ? { ...mail, attachments: await Promise.all(attachments.map(draw)) } : mail;
  }

  const timer = setInterval(sender.wake, SWEEP_INTERVAL).unref();
  return {
    async enqueue(tx, { kind, dedupeKey, notBefore, attachments, ...content }) {
      if (!isReachable(content.to)) return;
      const mail: StoredEmail = {
        ...(await composeEmail(content, await services.sellerName(tx))),
        ...{ attachments, requestId: currentRequestId() },
      };
      const now = iso(clock());
      await insertMail(tx, {
        id: newId(),
        kind,
        dedupe_key: dedupeKey,
        recipient: createHmac('sha256', key).update(mail.to.toLowerCase()).digest('base64url'),
        encrypted: encryption.encrypt(JSON.stringify(mail)),
        created_at: now,
        next_try_at: notBefore ?? now,
        tries: 0,
        sent_at: null,
      });
      if (!notBefore) tx.onCommit(sender.wake);
    },
    flush: sender.wake,
    open: (encrypted) => readEmail(encryption, encrypted),
    async close() {
      clearInterval(timer);
      // A mail server that does not answer must not delay shutdown: the mail is sent after the next start.
      await sender.stop(CLOSE_TIMEOUT);
      (await transport)?.close({ force: true });
    },
  };
}

/** Whether the server rejected this mail permanently. Errors before RCPT TO may be temporary. */
const isRefused = (error: unknown): boolean => {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
};

/** Whether mail can be sent to an address: deleted accounts have one below `.invalid`, their orders none. */
const isReachable = (to: string) => to !== '' && !to.endsWith('.invalid');

function readEmail({ decrypt }: Encryption, encrypted: Buffer): StoredEmail | null {
  const text = decrypt(encrypted);
  return text === null ? null : (JSON.parse(text) as StoredEmail);
}
