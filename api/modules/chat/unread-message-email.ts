import type { Db } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Subscriber } from '../../platform/events.ts';
import { nextCollectedMail } from '../../platform/mail/collected-mail.ts';
import { cancelQueuedMail } from '../../platform/mail/queries.ts';
import type { Services } from '../../platform/services.ts';
import type { OrderEmail } from '../orders/news.ts';
import { conversationPath } from '../orders/next-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { orderEmail, shortened } from '../payments/order-emails.ts';
import { toPersonDto } from './dto.ts';
import type { ConversationRead, SentMessage } from './events.ts';
import { listAttachments } from './queries.ts';
import { excerptOf, SUPPORT } from './texts.ts';

/** What a mail quotes at most; it says how much more there is. */
const MAX_QUOTED = { messages: 20, chars: 4_000 };

type Reader = NonNullable<SentMessage['reader']>;

const conversationMailKey = (conversationId: string) => `away:${conversationId}:`;
const keyOf = (conversationId: string, readerId: string) =>
  `${conversationMailKey(conversationId)}${readerId}:`;

/**
 * Queues an e-mail that says a message, in case its reader does not see it in time; one that still waits then says
 * both. Reading the conversation cancels it.
 */
export async function scheduleUnreadMessageEmail(
  tx: Tx,
  services: Services,
  { message, orderId, sender, reader }: SentMessage & { reader: Reader },
): Promise<void> {
  const prefix = keyOf(message.conversationId, reader.id);
  const { notBefore, from } = await nextCollectedMail(
    tx,
    prefix,
    String(message.seq),
    services.clock(),
  );
  const order = orderId ? await findOrder(tx, orderId) : undefined;
  const side = sender.role === 'owner' ? 'buyer' : 'owner';
  const name = toPersonDto(sender)?.name || SUPPORT;
  const { conversationId } = message;
  const action = {
    label: 'Read and answer',
    path: conversationPath(side, { orderId, conversationId }),
  };
  const quote = await quoteMessages(tx, conversationId, {
    fromSeq: Number(from),
    readerId: reader.id,
  });
  const text = { paragraphs: [`${name} has written to you:`], quote };
  await services.outbox.enqueue(tx, {
    kind: 'message while away',
    dedupeKey: `${prefix}${notBefore}|${from}`,
    notBefore,
    to: reader.email,
    ...(order
      ? orderEmail(services.config, order, side, { result: 'New messages', ...text, action })
      : await questionEmail(tx, services, conversationId, { ...text, action })),
    conversationId,
  });
}

/** What was said to a reader from this message on. */
async function quoteMessages(
  tx: Db,
  conversationId: string,
  { fromSeq, readerId }: { fromSeq: number; readerId: string },
): Promise<string> {
  const said = tx
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '<>', readerId)
    .where('seq', '>=', fromSeq);
  const { count } = await said
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const first = said.select(['id', 'text']).orderBy('seq').limit(MAX_QUOTED.messages);
  const messages = await first.execute();
  const files = await listAttachments(
    tx,
    messages.map(({ id }) => id),
  );
  const texts = messages.map(({ id, text }) =>
    excerptOf(text, files.filter((file) => file.message_id === id).length),
  );
  let chars = 0;
  const quoted = texts.filter((text) => {
    chars += text.length;
    return chars <= MAX_QUOTED.chars;
  });
  const more = count - quoted.length;
  const rest = more > 0 ? [`And ${more} more ${more === 1 ? 'message' : 'messages'}.`] : [];
  return [...quoted, ...rest].join('\n\n');
}

async function questionEmail(
  tx: Db,
  { config }: Services,
  conversationId: string,
  {
    action,
    ...mail
  }: Omit<OrderEmail, 'result' | 'action'> & {
    action: { label: string; path: string };
  },
) {
  const gig = await tx
    .selectFrom('conversations')
    .innerJoin('gigs', 'gigs.id', 'conversations.gig_id')
    .select('gigs.title')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  const subject = 'New messages about a question';
  return {
    subject: gig ? `${subject}: ${shortened(gig.title)}` : subject,
    heading: gig ? `${subject}: ${gig.title}` : subject,
    paragraphs: mail.paragraphs,
    quote: mail.quote,
    action: { label: action.label, url: `${config.siteOrigin}${action.path}` },
  };
}

export const cancelUnreadMessageEmail: Subscriber<ConversationRead> = (
  tx,
  _,
  { conversation, userId },
) => cancelQueuedMail(tx, keyOf(conversation.id, userId));

/** Cancels the waiting e-mails about a conversation, for both sides. */
export const cancelUnreadMessageEmails = (db: Db, conversationId: string) =>
  cancelQueuedMail(db, conversationMailKey(conversationId));
