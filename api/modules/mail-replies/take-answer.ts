import { createHash } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { lockUser } from '../accounts/queries.ts';
import { upload } from '../chat/attachments.ts';
import { MESSAGES, sendMessageIn } from '../chat/send-message.ts';
import { MAX_MESSAGE_LENGTH, UPLOADS_FULL } from '../chat/texts.ts';
import { conversationPath } from '../orders/next-rules.ts';
import { MAX_UNPROVED, MAX_UNPROVED_IN_ALL, UNPROVED_DAYS } from './limits.ts';
import type { ReadMail } from './read-mail.ts';
import type { Addressee } from './reply-address.ts';
import {
  ANSWER_NOT_TAKEN,
  bracketed,
  fileRefused,
  LONG,
  MANY_FILES,
  PART_NOT_TAKEN,
  type Unproved,
} from './texts.ts';

/** What the person is told, too. */
const LEFT_OUT: string[] = [LONG, MANY_FILES];

/** What becomes of a mail; counted. */
export type Outcome =
  | 'test'
  | 'message'
  | 'repeated'
  | 'unproved'
  | 'automatic'
  | 'refused'
  | 'dropped';

/** Stores that a mail was dealt with, in the transaction of what it caused. */
export type Done = (tx: Tx) => Promise<void>;

/** A UUID of a hash: a message with it as client id is stored once. */
export function clientIdOf(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}

/** Whether the account still is as it was found: verified, not erased, with the same address. It stays so in this transaction. */
async function isUnchanged(tx: Tx, { id, email }: Addressee['person']): Promise<boolean> {
  const now = await lockUser(tx, id);
  return Boolean(now?.is_verified) && now?.email === email;
}

/** Runs for somebody who can still be answered; else the mail is dropped. */
const transactionFor = (
  services: Services,
  { person }: Addressee,
  { done, body }: { done: Done; body: (tx: Tx) => Promise<Outcome> },
): Promise<Outcome> =>
  transaction(services, async (tx) => {
    const result = (await isUnchanged(tx, person)) ? await body(tx) : 'dropped';
    await done(tx);
    return result;
  });

/** A mail that its person has written: a message, and nothing else, once. `isLast`: it is not taken later. */
export async function takeProved(
  services: Services,
  addressee: Addressee,
  mail: ReadMail,
  { done, isLast }: { done: Done; isLast: boolean },
): Promise<Outcome> {
  const { conversation, person } = addressee;
  const clientId = clientIdOf(mail.key);
  const known = await services.store.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversation.id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known) {
    await transaction(services, done);
    return 'repeated';
  }
  try {
    // Before its files are stored, which they would be each time again.
    await services.limits.check(MESSAGES, person.id);
    const { attachments, refused } = await storeFiles(services, addressee, mail);
    const notes = [...new Set([...mail.notes, ...refused])];
    const messageText = mail.text || (attachments.length > 0 ? '' : bracketed(notes[0] ?? ''));
    const input = { conversationId: conversation.id, messageText, clientId, attachments };
    const body = async (tx: Tx): Promise<Outcome> => {
      await sendMessageIn(tx, services, person, {
        ...input,
        byMail: { notes, quoted: mail.quoted },
      });
      if (refused.length > 0) await tell(tx, services, addressee, [PART_NOT_TAKEN, ...refused]);
      return 'message';
    };
    return await transactionFor(services, addressee, { done, body });
  } catch (error) {
    // Too many messages at once are taken a little later; what is refused for good is told to the person.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    if (error.status === 429 && !isLast) throw error;
    const body = async (tx: Tx): Promise<Outcome> => {
      await tell(tx, services, addressee, [ANSWER_NOT_TAKEN, error.message]);
      return 'refused';
    };
    return transactionFor(services, addressee, { done, body });
  }
}

/** Stores the files of a mail, and says why some, or the end of its text, are left out. */
export async function storeFiles(
  services: Services,
  { conversation, person }: Addressee,
  mail: ReadMail,
) {
  const refused = mail.notes.filter((note) => LEFT_OUT.includes(note));
  const attachments: string[] = [];
  for (const { name, bytes } of mail.files) {
    const file = { conversationId: conversation.id, name, bytes: Buffer.from(bytes) };
    try {
      attachments.push((await upload(services, person, file))._id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status >= 500 && error.message !== UPLOADS_FULL) throw error;
      refused.push(fileRefused(name.slice(0, 80), error.message));
    }
  }
  return { attachments, refused };
}

/** Answers the account's own address, once a day and conversation. */
function tell(
  tx: Tx,
  { config, clock, outbox }: Services,
  { conversation, person }: Addressee,
  [subject = '', ...paragraphs]: string[],
): Promise<void> {
  const path = conversationPath(person.role === 'owner' ? 'owner' : 'buyer', {
    orderId: conversation.order_id,
    conversationId: conversation.id,
  });
  return outbox.enqueue(tx, {
    kind: 'answer not taken',
    dedupeKey: `answer not taken:${conversation.id}:${person.id}:${iso(clock()).slice(0, 10)}`,
    to: person.email,
    ...{ subject, paragraphs },
    action: { label: 'Answer on the site', url: `${config.siteOrigin}${path}` },
  });
}

/** Keeps a mail for the owner of which nobody knows who wrote it: its words, and the names of its files. */
export async function takeUnproved(
  services: Services,
  addressee: Addressee,
  mail: Omit<ReadMail, 'unproved'> & { unproved: Unproved; mail: string },
  done: Done,
): Promise<Outcome> {
  const now = services.clock();
  const { conversation } = addressee;
  const body = async (tx: Tx): Promise<Outcome> => {
    await lockName(tx, `unproved answers of ${conversation.id}`);
    const text = [mail.text, mail.quoted].filter(Boolean).join('\n\n');
    const names = mail.files.map(({ name }) => name.slice(0, 120));
    const since = later(now, -UNPROVED_DAYS * DAY);
    const waiting = await listWaiting(tx, conversation.id, since);
    const ofSender = waiting.filter(({ sender }) => sender === mail.from);
    const { order_id: orderId } = conversation;
    tx.onCommit(() => services.realtime.emit(roomNames.owner, 'orderChanged', { orderId }));
    if (ofSender.length >= MAX_UNPROVED || waiting.length >= MAX_UNPROVED_IN_ALL) {
      // The newest says how many came after it.
      const [newest] = ofSender.length > 0 ? ofSender : waiting;
      const isKnown = waiting.some(({ message_key }) => message_key === mail.key);
      if (newest && !isKnown)
        await tx
          .updateTable('unproved_answers')
          .set((eb) => ({ dropped: eb('dropped', '+', 1) }))
          .where('id', '=', newest.id)
          .execute();
      return 'dropped';
    }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('unproved_answers')
      .values({
        id: newId(),
        conversation_id: conversation.id,
        message_key: mail.key,
        mail: mail.mail,
        sender: mail.from,
        text: text.slice(0, MAX_MESSAGE_LENGTH),
        files: JSON.stringify(names),
        reason: mail.unproved,
        dropped: 0,
        received_at: iso(now),
      })
      .onConflict((conflict) => conflict.columns(['conversation_id', 'message_key']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows ? 'unproved' : 'repeated';
  };
  return transactionFor(services, addressee, { done, body });
}

/** The unproved answers of a conversation that wait for the owner, newest first. */
const listWaiting = (db: Db, conversationId: string, since: string) =>
  db
    .selectFrom('unproved_answers')
    .select(['id', 'sender', 'message_key'])
    .where('conversation_id', '=', conversationId)
    .where('received_at', '>', since)
    .where('dismissed_at', 'is', null)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** A job: unproved answers are kept for thirty days, and mails that cannot be read are tried for as long. */
export async function forgetUnprovedAnswers(services: Services): Promise<void> {
  const before = later(services.clock(), -UNPROVED_DAYS * DAY);
  await transaction(services, async (tx) => {
    await tx.deleteFrom('unproved_answers').where('received_at', '<=', before).execute();
    await tx.deleteFrom('waiting_mails').where('since', '<=', before).execute();
  });
}
