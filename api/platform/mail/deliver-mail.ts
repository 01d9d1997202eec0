import type { Transporter } from 'nodemailer';
import type { Database, Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, iso, later, MINUTE, SECOND } from '../clock.ts';
import { safeLine } from '../log.ts';
import type { Log } from '../services.ts';
import { type AboutOrder, type EmailContent, withoutCode } from './email-layout.ts';
import { MAX_CONCURRENT } from './mail-queues.ts';
import {
  clearMailFailure,
  markMailUndeliverable,
  markSent,
  postponeMail,
  storeMailFailure,
} from './queries.ts';
import { isRefused, retryWait } from './retry-policy.ts';
import { MAIL_HEADERS } from './rules.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes, instead of to the sender. */
  replyTo?: string | undefined;
  /** Names of attachments, which are rendered when the mail is sent. */
  attachments?: string[] | undefined;
}

export interface StoredEmail extends Email {
  /** The id of the request or job that queued it. */
  requestId?: string | undefined;
  /** What a mail about an order is composed of again when it is sent. */
  order?: { about: AboutOrder; content: EmailContent } | undefined;
  /** The conversation of a mail that is about no order, and what it is composed of again if it can be answered. */
  conversation?: { id: string; content: EmailContent } | undefined;
}

/** A mail that may be answered. */
export interface Answerable {
  to: string;
  conversationId?: string | undefined;
  orderId?: string | undefined;
}

export interface ReplyAddress {
  address: string;
  /** The number of the order or conversation that an answer names in its subject. */
  mark: string;
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

export interface DeliveryServices {
  config: Config;
  clock: Clock;
  log: Log;
  renderAttachment?: (name: string) => Promise<EmailAttachment[]>;
  /** Adds what an order waits for at this moment. */
  addNextStep?: (content: EmailContent, about: AboutOrder) => Promise<EmailContent>;
  /** Where the reader answers a mail of this conversation, or about this order; null if no answer is read. */
  replyAddress?: ((mail: Answerable) => Promise<ReplyAddress | null>) | undefined;
}

const SMTP_TIMEOUTS = {
  dnsTimeout: 8 * SECOND,
  connectionTimeout: 8 * SECOND,
  greetingTimeout: 8 * SECOND,
  socketTimeout: 20 * SECOND,
};
/** The timeout of a whole send: a slow server may answer every step in time. */
const SEND_TIMEOUT = MINUTE;
const UNREADABLE =
  'it was encrypted with a key of another secrets.json. It stays in the outbox and is not sent';

const domainOf = (sender: string): string => /@([^\s<>@]+)>?$/.exec(sender)?.[1] ?? 'localhost';

/** Sends a claimed mail and marks it as sent, to be retried later, or undeliverable. */
export function createMailDelivery(
  store: Database,
  {
    config,
    clock,
    log,
    renderAttachment,
    compose,
    encrypt,
  }: DeliveryServices & {
    compose: (mail: StoredEmail) => Promise<StoredEmail>;
    encrypt: (mail: StoredEmail) => Buffer;
  },
) {
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
  const write = <R>(body: (tx: Db) => Promise<R>) => transaction({ store }, body);
  // A failure that an earlier process has stored is cleared by the first mail that is sent.
  let mayHaveFailed = true;

  async function withAttachments(stored: StoredEmail) {
    const { to, subject, text, html, replyTo, attachments = [] } = stored;
    const mail = { to, subject, text, html, ...(replyTo && { replyTo }) };
    return renderAttachment
      ? { ...mail, attachments: (await Promise.all(attachments.map(renderAttachment))).flat() }
      : mail;
  }

  function note(id: string, kept: Buffer | null): Promise<void> {
    const isFirstAfterFailure = mayHaveFailed;
    mayHaveFailed = false;
    return write(async (tx) => {
      await markSent(tx, id, { now: iso(clock()), kept });
      if (isFirstAfterFailure) await clearMailFailure(tx);
    });
  }

  return {
    async deliver({ id, kind, tries, mail: stored }: ClaimedMail): Promise<void> {
      if (!stored) {
        await write((tx) => markMailUndeliverable(tx, id));
        log.error(`a ${kind} mail cannot be read: ${UNREADABLE}`);
        return;
      }
      // The same at each try, so that mailboxes merge a mail that was sent twice.
      const messageId = `<${id}@${domainOf(config.mailFrom)}>`;
      try {
        const mail = await compose(stored);
        if (config.smtpUrl) {
          const smtp = await openTransport(config.smtpUrl);
          const signal = AbortSignal.timeout(SEND_TIMEOUT);
          const message = {
            ...{ from: config.mailFrom, messageId, headers: MAIL_HEADERS },
            ...(await withAttachments(mail)),
          };
          const started = performance.now();
          await smtp.sendMail({ ...message, signal });
          const ms = Math.round(performance.now() - started);
          // First of all: whoever is stopped before this sends the mail again.
          await note(id, null);
          log.info(`a ${kind} mail was sent`, { ms });
        } else {
          await note(id, encrypt(mail));
          log.info(`mail "${withoutCode(mail.subject)}": read it at ${config.siteOrigin}/dev/mail`);
        }
      } catch (error) {
        if (isRefused(error)) {
          await write((tx) => markMailUndeliverable(tx, id));
          log.error(`a ${kind} mail was refused for good; the dashboard shows it`, error);
          return;
        }
        const wait = retryWait(kind, tries);
        const reason = safeLine(error instanceof Error ? error.message : String(error));
        mayHaveFailed = true;
        await write(async (tx) => {
          await postponeMail(tx, id, later(clock(), wait));
          await storeMailFailure(tx, { at: iso(clock()), reason });
        });
        log.error(`a ${kind} mail could not be sent; trying again in ${wait / SECOND} s`, error);
      }
    },
    close: async () => (await transport)?.close({ force: true }),
  };
}
