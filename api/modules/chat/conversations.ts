import type { Db } from '../../../db/database.ts';
import type { Conversation, Order, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { findOrder, findOrderOf } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { listAttachments } from './attachments.ts';
import { toConversationDto, toMessageDto } from './dto.ts';
import {
  findConversationOfOrder,
  findLastSeen,
  findMessage,
  listMessages,
  openConversation,
} from './queries.ts';

type Who = Pick<User, 'id' | 'role'>;

/** The order, for the owner or, once it has come about, its buyer; 404 for everybody else. */
export async function orderFor(db: Db, who: Who, orderId: string): Promise<Order> {
  const order =
    who.role === 'owner' ? await findOrder(db, orderId) : await findOrderOf(db, who.id, orderId);
  // An unpaid checkout costs nothing, so it must not let anybody write to the owner (nor is it in the list).
  const closed = who.role !== 'owner' && order?.paid === 0 && order.failed_at === null;
  if (!order || closed) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}

/** The conversation about an order, opened when nobody has written yet. */
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
      last_message_id: null,
      last_message_at: null,
      last_message_seq: 0,
      created_at: iso(services.clock()),
    }),
  );

/** A page of a conversation as its reader sees it, oldest first. */
export async function readConversation(
  services: Services,
  who: Who,
  query: { orderId: string; before?: string | undefined; limit: number },
) {
  const { db } = services.store;
  const order = await orderFor(db, who, query.orderId);
  const row = await conversationFor(services, order);
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
    seenThrough: (await findLastSeen(db, row.id, who.id))?.id ?? null,
  });
  return {
    conversation,
    messages: page.map((each) => toMessageDto(each, files)),
    hasMore: rows.length > query.limit,
  };
}
