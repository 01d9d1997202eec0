import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { MAX_ATTACHMENTS } from '../../platform/files/limits.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { findUser } from '../accounts/queries.ts';
import { toChangeDtos } from '../payments/order-changes/dto.ts';
import type { ChangeAt, ChangeProposal } from '../payments/order-changes/events.ts';
import { isRequest } from '../payments/order-changes/rules.ts';
import { toAttachmentDto } from './dto.ts';
import { listAttachments, openConversation } from './queries.ts';
import type { MessageInput } from './schema.ts';
import { sendMessageIn } from './send-message.ts';
import { FILES_OF_REQUIREMENTS } from './texts.ts';

/**
 * A buyer's request for more is also a message of the order's conversation, which holds its files. The message
 * has the id of the request as its client id.
 */
export const postRequest: Subscriber<ChangeProposal> = async (tx, services, proposal) => {
  const { order, change, attachments = [] } = proposal;
  if (!isRequest(change)) return;
  const message = { messageText: change.description, clientId: change.id, attachments };
  await postAsBuyer(tx, services, order, { ...message, isNotified: true });
};

/** Files that answer the questions of a package are messages of the conversation, too. */
export const postRequirementFiles: Subscriber<{ order: Order; files: string[] }> = async (
  tx,
  services,
  { order, files },
) => {
  for (let at = 0; at < files.length; at += MAX_ATTACHMENTS) {
    const attachments = files.slice(at, at + MAX_ATTACHMENTS);
    const message = { messageText: FILES_OF_REQUIREMENTS, clientId: newId(), attachments };
    await postAsBuyer(tx, services, order, { ...message, isNotified: false });
  }
};

async function postAsBuyer(
  tx: Tx,
  services: Services,
  order: Order,
  { isNotified, ...message }: Omit<MessageInput, 'orderId'> & { isNotified: boolean },
): Promise<void> {
  const buyer = await findUser(tx, order.buyer_id);
  if (!buyer) throw new Error('a buyer without an account wrote');
  await openConversation(tx, {
    ...{ id: newId(), order_id: order.id, buyer_id: buyer.id, last_message_seq: 0 },
    created_at: iso(services.clock()),
  });
  await sendMessageIn(
    tx,
    services,
    buyer,
    { orderId: order.id, ...message },
    { isNotified, isOfOrder: true },
  );
}

/**
 * A request that is answered needs no reading any more. Its message stays new while an earlier one is: a message
 * that was seen means that all before it were.
 */
export const markRequestSeen: Subscriber<ChangeAt> = async (tx, _, { order, change, at }) => {
  if (isRequest(change) && change.status === 'Proposed') return;
  await tx
    .updateTable('messages')
    .set({ seen_at: at })
    .where('client_id', '=', change.id)
    .where('sender_id', '=', order.buyer_id)
    .where('seen_at', 'is', null)
    .where('conversation_id', 'in', (eb) =>
      eb.selectFrom('conversations').select('id').where('order_id', '=', order.id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as earlier')
            .select('earlier.id')
            .whereRef('earlier.conversation_id', '=', 'messages.conversation_id')
            .whereRef('earlier.sender_id', '=', 'messages.sender_id')
            .whereRef('earlier.seq', '<', 'messages.seq')
            .where('earlier.seen_at', 'is', null),
        ),
      ),
    )
    .execute();
};

/** The changes of an order, each with the files that its buyer sent with it. */
export async function toChangesWithFiles(db: Db, order: Order, now: string) {
  const changes = await toChangeDtos(db, order, now);
  if (changes.length === 0) return [];
  const messages = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.id', 'client_id'])
    .where('conversations.order_id', '=', order.id)
    .where('sender_id', '=', order.buyer_id)
    .where(
      'client_id',
      'in',
      changes.map(({ _id }) => _id),
    )
    .execute();
  const files = await listAttachments(
    db,
    messages.map(({ id }) => id),
  );
  return changes.map((change) => {
    const message = messages.find(({ client_id }) => client_id === change._id);
    const own = files.filter(
      ({ message_id }) => message !== undefined && message_id === message.id,
    );
    return { ...change, files: own.map(toAttachmentDto) };
  });
}

export type ChangeWithFiles = Awaited<ReturnType<typeof toChangesWithFiles>>[number];
