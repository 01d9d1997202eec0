import type { Conversation, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Answerable, ReplyAddress } from '../../platform/mail/deliver-mail.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { openConversationFor } from '../chat/conversations.ts';
import { findConversation, findConversationOfOrder } from '../chat/queries.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { holdsMoney } from '../orders/rules.ts';
import { addressWith, replyToken } from './tokens.ts';

export type ReplyServices = Pick<Services, 'config' | 'store' | 'clock'> & {
  /** The key of the tokens. */
  replyKey: Buffer;
};

/**
 * The address at which a person answers a mail, made when it is sent; null if nobody would read the answer. Only the
 * account's own address gets one.
 */
export async function findReplyAddress(
  services: ReplyServices,
  mail: Answerable,
): Promise<ReplyAddress | null> {
  const { mailReplies } = services.config;
  const conversation = mailReplies && (await findAnswered(services, mail));
  if (!conversation) return null;
  for (const side of ['buyer', 'owner'] as const) {
    const person = await findPerson(services, conversation, side);
    if (person?.email !== mail.to) continue;
    const token = replyToken(services.replyKey, conversation, person);
    const column = COLUMNS[side];
    if (conversation[column] !== token)
      await transaction(services, (tx) =>
        tx
          .updateTable('conversations')
          .set({ [column]: token })
          .where('id', '=', conversation.id)
          .execute(),
      );
    return { address: addressWith(token, mailReplies.address), mark: marksOf(conversation)[0] };
  }
  return null;
}

/** What marks the subjects of a conversation: the number of its order, before it had one its own. */
export const marksOf = ({ id, order_id }: Conversation): [string, ...string[]] =>
  order_id ? [orderNumber(order_id), orderNumber(id)] : [orderNumber(id)];

const COLUMNS = { buyer: 'reply_token', owner: 'owner_reply_token' } as const;

type Side = keyof typeof COLUMNS;

/** Who answers mail on this side of a conversation. */
async function findPerson(
  { store: { db }, config }: Pick<ReplyServices, 'store' | 'config'>,
  { buyer_id }: Conversation,
  side: Side,
): Promise<User | undefined> {
  if (side === 'owner') return config.mailReplies?.takesOwner ? findOwner(db) : undefined;
  const buyer = await findUser(db, buyer_id);
  return buyer?.role === 'owner' ? undefined : buyer;
}

/** An order gets its conversation here once it is paid: before that, a question may still become it. */
async function findAnswered(services: ReplyServices, { orderId, conversationId }: Answerable) {
  const { db } = services.store;
  if (!orderId) return conversationId ? findConversation(db, conversationId) : undefined;
  const known = await findConversationOfOrder(db, orderId);
  if (known) return known;
  const order = await findOrder(db, orderId);
  return order && holdsMoney(order) ? openConversationFor(services, order) : undefined;
}

export interface Addressee {
  conversation: Conversation;
  person: User;
}

/** Whose answer in which conversation a token stands for; undefined once it has ended. */
export async function findAddressee(
  services: Pick<ReplyServices, 'store' | 'config' | 'replyKey'>,
  token: string,
): Promise<Addressee | undefined> {
  const conversation = await services.store.db
    .selectFrom('conversations')
    .selectAll()
    .where((eb) => eb.or([eb('reply_token', '=', token), eb('owner_reply_token', '=', token)]))
    .executeTakeFirst();
  if (!conversation) return undefined;
  const side = conversation.reply_token === token ? 'buyer' : 'owner';
  const person = await findPerson(services, conversation, side);
  if (!person?.is_verified) return undefined;
  if (replyToken(services.replyKey, conversation, person) !== token) return undefined;
  return { conversation, person };
}
