import type { Db } from '../../db/connect.ts';
import type { Conversation, Order, User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { findOrder, findOrderOf } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { listAttachments } from './attachments.ts';
import { presentConversation, presentMessage } from './present.ts';
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
  // An unpaid checkout costs nothing: it must not open the owner's door (nor is it in the list).
  const closed = who.role !== 'owner' && order?.paid === 0 && order.failed_at === null;
  if (!order || closed) throw new UserError(404, UNKNOWN_ORDER);
  return order;
}

/** The conversation about an order, opened when nobody has written yet. */
export async function conversationFor(deps: Deps, order: Order): Promise<Conversation> {
  return (await findConversationOfOrder(deps.store.db, order.id)) ?? openFor(deps, order);
}

export const openFor = (deps: Deps, order: Pick<Order, 'id' | 'buyer_id'>) =>
  transaction(deps, (tx) =>
    openConversation(tx, {
      id: newId(),
      order_id: order.id,
      buyer_id: order.buyer_id,
      last_message_id: null,
      last_message_at: null,
      last_message_seq: 0,
      created_at: iso(deps.clock()),
    }),
  );

/** A page of a talk as its reader sees it, oldest first. */
export async function readTalk(
  deps: Deps,
  who: Who,
  wanted: { orderId: string; before?: string | undefined; limit: number },
) {
  const { db } = deps.store;
  const order = await orderFor(db, who, wanted.orderId);
  const row = await conversationFor(deps, order);
  const rows = await listMessages(db, row.id, { ...wanted, limit: wanted.limit + 1 });
  const page = rows.slice(0, wanted.limit).reverse();
  const files = await listAttachments(
    db,
    page.map((each) => each.id),
  );
  const conversation = presentConversation(row, {
    owner: await findOwner(db),
    buyer: await findUser(db, row.buyer_id),
    last: row.last_message_id ? await findMessage(db, row.last_message_id) : undefined,
    seenThrough: (await findLastSeen(db, row.id, who.id))?.id ?? null,
  });
  return {
    conversation,
    messages: page.map((each) => presentMessage(each, files)),
    hasMore: rows.length > wanted.limit,
  };
}
