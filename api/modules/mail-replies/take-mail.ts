import type { ImapFlow } from 'imapflow';
import type { WaitingMail } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { SECOND } from '../../platform/clock.ts';
import { createLimitedThread } from '../../platform/limited-thread.ts';
import type { Services } from '../../platform/services.ts';
import { isTestToken, noteTestAnswer } from './answer-proof.ts';
import type { Studio } from './fold-quotes.ts';
import { fetchHead, fetchWhole } from './mailbox.ts';
import type { MailToRead, ReadMail } from './read-mail.ts';
import { isAutomatic } from './recognize.ts';
import { type Addressee, findAddressee, marksOf } from './reply-address.ts';
import { findSenderRecords, type TextRecords } from './sender-records.ts';
import type { MailReplies } from './settings.ts';
import { type Done, type Outcome, takeProved, takeUnproved } from './take-answer.ts';
import { bracketed, UNREAD, UNREADABLE } from './texts.ts';
import { MAX_TRIES } from './waiting-mails.ts';

export interface Taking {
  services: Services;
  mailbox: MailReplies;
  replyKey: Buffer;
  textRecords: TextRecords;
}

/** The beginning of a mail, and whose it is: a person's in a conversation, or an answer to the test mail. */
async function identify({ services, mailbox, replyKey }: Taking, from: ImapFlow, uid: number) {
  const { config, store } = services;
  const head = await fetchHead(from, uid, mailbox.address);
  for (const token of head?.tokens ?? []) {
    const addressee = await findAddressee({ store, config, replyKey }, token);
    const isKnown = addressee || (await isTestToken(store.db, mailbox, token));
    if (head && isKnown) return { ...head, token, addressee };
  }
  return null;
}

/** In which conversation a new mail is an answer, empty for the test mail; or why it is none. */
export async function findConversationOf(
  taking: Taking,
  from: ImapFlow,
  uid: number,
): Promise<{ conversationId: string } | { result: Outcome }> {
  const found = await identify(taking, from, uid);
  if (!found) return { result: 'dropped' };
  if (isAutomatic(found.lines)) return { result: 'automatic' };
  return { conversationId: found.addressee?.conversation.id ?? '' };
}

/** Makes of a mail what it is: a message, an unproved answer or an answer to the test mail. */
export async function takeMail(
  taking: Taking,
  from: ImapFlow,
  { mail, done }: { mail: WaitingMail; done: Done },
): Promise<Outcome> {
  const { services, mailbox, textRecords } = taking;
  const found = await identify(taking, from, mail.uid);
  if (!found) {
    await transaction(services, done);
    return 'dropped';
  }
  const { header, lines, token, addressee, isLarge } = found;
  const isLast = mail.tries >= MAX_TRIES;
  const email = addressee?.person.email ?? services.config.ownerEmail;
  const read = await readInThread(services, mailbox, {
    ...{ raw: isLarge ? header : await fetchWhole(from, mail.uid), isCut: isLarge, token, email },
    marks: addressee ? marksOf(addressee.conversation) : [],
    receivedAt: new Date(found.receivedAt ?? mail.since),
    ...(await findSenderRecords(lines, email, { textRecords, isLast })),
  });
  if (!addressee) {
    await transaction(services, async (tx: Tx) => {
      await noteTestAnswer(tx, mailbox, { token, now: services.clock() });
      await done(tx);
    });
    return 'test';
  }
  if (read.unproved === null) return takeProved(services, addressee, read, { done, isLast });
  const unproved = { ...read, unproved: read.unproved, mail: mail.id };
  return takeUnproved(services, addressee, unproved, done);
}

/** Tells the owner of a mail that cannot be read, which waits on. */
export async function tellUnread(taking: Taking, from: ImapFlow, mail: WaitingMail): Promise<void> {
  const addressee: Addressee | undefined = (await identify(taking, from, mail.uid))?.addressee;
  if (!addressee) return;
  const nothing = { from: '', text: bracketed(UNREADABLE), quoted: '', notes: [], files: [] };
  const unread = { ...nothing, key: mail.id, unproved: UNREAD, mail: mail.id } as const;
  await takeUnproved(taking.services, addressee, unread, async () => {});
}

const READING_LIMIT_MS = 20 * SECOND;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
const PROGRAM = new URL('./read-mail.ts', import.meta.url);
const runInThread = createLimitedThread({ memory: MEMORY, idleMs: 30 * SECOND });

/** Reads a mail in a thread with limits. Throws what has prevented it. */
export async function readInThread(
  { config }: Pick<Services, 'config'>,
  { address }: Pick<MailReplies, 'address'>,
  mail: Omit<MailToRead, keyof Studio>,
): Promise<ReadMail> {
  const at = config.mailFrom.lastIndexOf('<');
  const sender = config.mailFrom
    .slice(at + 1)
    .replace('>', '')
    .trim();
  const name = config.mailFrom.slice(0, Math.max(0, at)).replaceAll('"', '').trim();
  const input: MailToRead = { ...mail, name, sender, pattern: address };
  const ran = await runInThread<ReadMail>(PROGRAM, input, READING_LIMIT_MS);
  if ('error' in ran) throw ran.error;
  return ran.value;
}
