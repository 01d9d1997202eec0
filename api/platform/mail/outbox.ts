import { createHmac } from 'node:crypto';
import type { Database, Db } from '../../../db/database.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso, later, MINUTE, SECOND } from '../clock.ts';
import { createEncryption, type Encryption } from '../encryption.ts';
import { newId } from '../ids.ts';
import { currentRequestId, inLogContext } from '../log.ts';
import type { Brand } from '../services.ts';
import {
  createMailDelivery,
  type DeliveryServices,
  type Email,
  type StoredEmail,
} from './deliver-mail.ts';
import { type AboutOrder, composeEmail, type EmailContent } from './email-layout.ts';
import { createMailQueues } from './mail-queues.ts';
import { claimMail, insertMail, listMailToSend } from './queries.ts';
import { MAX_WAIT } from './retry-policy.ts';

export interface QueuedMail extends EmailContent, Pick<Email, 'attachments'> {
  kind: string;
  dedupeKey: string;
  notBefore?: string;
  /** Set for a mail about an order: what the order waits for is added when it is sent. */
  about?: AboutOrder | undefined;
  /** Set for a mail about a conversation, which may be answered. */
  conversationId?: string | undefined;
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
const CLOSE_TIMEOUT = 5 * SECOND;
const SWEEP_INTERVAL = 10 * SECOND;

export function createOutbox(
  store: Database,
  services: DeliveryServices & {
    key: string;
    /** Whom the mails are from. */
    readBrand: (db: Db) => Promise<Brand>;
  },
): Outbox {
  const { clock, log } = services;
  const key = Buffer.from(services.key, 'base64');
  const encryption = createEncryption(key);
  const encrypt = (mail: StoredEmail) => encryption.encrypt(JSON.stringify(mail));
  /** A mail about an order says what the order waits for now, also when it was queued hours ago. */
  async function compose(stored: StoredEmail): Promise<StoredEmail> {
    const { order, conversation, ...mail } = stored;
    const { address: replyTo, mark } = (await findReplyAddress(stored)) ?? {};
    const content =
      order && services.addNextStep
        ? await services.addNextStep(order.content, order.about)
        : replyTo && conversation?.content;
    if (!content) return { ...mail, replyTo };
    const brand = await services.readBrand(store.db);
    return { ...mail, replyTo, ...(await composeEmail({ ...content, mark }, brand)) };
  }
  async function findReplyAddress({ to, order, conversation }: StoredEmail) {
    if (!services.replyAddress || !(order || conversation)) return null;
    return services.replyAddress({
      to,
      conversationId: conversation?.id,
      orderId: order?.about.orderId,
    });
  }
  const delivery = createMailDelivery(store, { ...services, compose, encrypt });
  const sendWindow = (now: Date) => ({ now: iso(now), furthest: later(now, MAX_WAIT) });
  const write = <R>(body: (tx: Db) => Promise<R>) => transaction({ store }, body);
  const sender = createMailQueues({
    list: (filter) => listMailToSend(store.db, sendWindow(clock()), filter),
    async send(id) {
      const now = clock();
      const lease = { ...sendWindow(now), until: later(now, LEASE) };
      const row = await write((tx) => claimMail(tx, id, lease));
      if (!row?.encrypted) return;
      const mail = readEmail(encryption, row.encrypted);
      // The request id of the event, even if a different request or process sends the mail.
      const context = { mail: row.id, requestId: mail?.requestId };
      await inLogContext(context, () => delivery.deliver({ ...row, mail }));
    },
    log,
  });

  const timer = setInterval(sender.wake, SWEEP_INTERVAL).unref();
  return {
    async enqueue(
      tx,
      { kind, dedupeKey, notBefore, attachments, about, conversationId: id, ...content },
    ) {
      if (!isReachable(content.to)) return;
      const mail: StoredEmail = {
        ...(await composeEmail(content, await services.readBrand(tx))),
        ...{ attachments, requestId: currentRequestId() },
        order: about && { about, content },
        conversation: id && !about ? { id, content } : undefined,
      };
      const now = iso(clock());
      await insertMail(tx, {
        id: newId(),
        kind,
        dedupe_key: dedupeKey,
        recipient: createHmac('sha256', key).update(mail.to.toLowerCase()).digest('base64url'),
        encrypted: encrypt(mail),
        created_at: now,
        next_try_at: notBefore ?? now,
        tries: 0,
      });
      if (!notBefore) tx.onCommit(sender.wake);
    },
    flush: sender.wake,
    open: (encrypted) => readEmail(encryption, encrypted),
    async close() {
      clearInterval(timer);
      // A mail server that does not answer must not delay shutdown: the mail is sent after the next start.
      await sender.stop(CLOSE_TIMEOUT);
      await delivery.close();
    },
  };
}

/** Whether mail can be sent to an address: deleted accounts have one below `.invalid`, their orders none. */
const isReachable = (to: string) => to !== '' && !to.endsWith('.invalid');

function readEmail({ decrypt }: Encryption, encrypted: Buffer): StoredEmail | null {
  const text = decrypt(encrypted);
  return text === null ? null : (JSON.parse(text) as StoredEmail);
}
