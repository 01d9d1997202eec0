import type { Db } from '../../../db/database.ts';
import type { Conversation, Order, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { findOrder, findOrderOf } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { listAttachments } from './attachments.ts';
import { toConversationDto, toMessageDto } from './dto.ts';
import { MAX_REPLIES_COUNTED } from './limits.ts';
import {
  type ConversationKey,
  findConversationOf,
  findConversationOfOrder,
  findLastSeen,
  findMessage,
  listMessages,
  openConversation,
} from './queries.ts';
import { listFirstReplies } from './reply-time-queries.ts';
import { usualReplyMinutes } from './reply-time-rules.ts';
import { UNKNOWN_CONVERSATION } from './texts.ts';

type Who = Pick<User, 'id' | 'role'>;

/**
 * Finds an order for the owner or for its buyer. Throws 404 for other people and for a checkout that was
 * never paid.
 */
export async function orderFor(db: Db, who: Who, orderId: string): Promise<Order> {
  const order =
    who.role === 'owner' ? await findOrder(db, orderId) : await findOrderOf(db, who.id, orderId);
  // An unpaid checkout costs nothing, so it must not let anybody write to the owner. It is also not in the
  // list of orders.
  const closed = who.role !== 'owner' && order?.paid === 0 && order.failed_at === null;
  if (!order || closed) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}

/** Returns the conversation about an order; creates it if needed. */
export async function conversationFor(services: Services, order: Order): Promise<Conversation> {
  return (
    (await findConversationOfOrder(services.store.db, order.id)) ??
    openConversationFor(services, order)
  );
}

export const openConversationFor = (services: Services, order: Pick<Order, 'id' | 'buyer_id'>) =>
  transaction(services, (tx) =>
    openConversation(tx, {
      id: newId(),
      order_id: order.id,
      buyer_id: order.buyer_id,
      last_message_seq: 0,
      created_at: iso(services.clock()),
    }),
  );

async function requireConversation(
  services: Services,
  who: Who,
  { orderId = '', conversationId }: ConversationKey,
): Promise<Conversation> {
  const { db } = services.store;
  if (!conversationId) return conversationFor(services, await orderFor(db, who, orderId));
  const found = await findConversationOf(db, who, conversationId);
  if (!found) throw new ApiError(404, UNKNOWN_CONVERSATION);
  return found;
}

/** Returns one page of a conversation for this reader, oldest message first. */
export async function readConversation(
  services: Services,
  who: Who,
  query: ConversationKey & { before?: string | undefined; limit: number },
) {
  const { db } = services.store;
  const row = await requireConversation(services, who, query);
  const rows = await listMessages(db, row.id, { ...query, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit).reverse();
  const files = await listAttachments(
    db,
    page.map((each) => each.id),
  );
  const conversation = toConversationDto(row, {
    owner: await findOwner(db),
    buyer: await findUser(db, row.buyer_id),
    last: row.last_message_id ? await findMessage(db, row.last_message_id) : undefined,
    answersWithin: usualReplyMinutes(await listFirstReplies(db, MAX_REPLIES_COUNTED)),
    seenThrough: (await findLastSeen(db, row.id, who.id))?.id ?? null,
  });
  return {
    conversation,
    messages: page.map((each) => toMessageDto(each, files)),
    hasMore: rows.length > query.limit,
  };
}
