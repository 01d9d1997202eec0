import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Conversation, Order, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { findPublishedGig } from '../catalog/gigs/queries.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { GIG_GONE } from '../orders/texts.ts';
import { conversationMoved, type MovedConversation } from './events.ts';
import { countUnread, findConversationOf } from './queries.ts';
import type { QuestionInput } from './schema.ts';
import { sendMessageIn } from './send-message.ts';
import { QUESTIONS_OPEN, UNKNOWN_CONVERSATION } from './texts.ts';

/** The maximum number of unanswered questions per buyer. */
const MAX_OPEN_QUESTIONS = 3;

/** Starts a conversation without an order. Idempotent: a repeated request does not create a second one. */
export async function askQuestion(
  services: Services,
  buyer: User,
  { questionId: id, gigId, messageText }: QuestionInput,
): Promise<string> {
  const { db } = services.store;
  if (gigId !== null && !(await findPublishedGig(db, gigId))) throw new ApiError(404, GIG_GONE);
  await transaction(services, async (tx) => {
    await lockQuestions(tx, buyer.id);
    const isNew = await insertQuestion(tx, {
      ...{ id, gig_id: gigId, buyer_id: buyer.id, last_message_seq: 0 },
      created_at: iso(services.clock()),
    });
    // The count includes the new question.
    if (isNew && (await countUnansweredQuestions(tx, buyer.id)) > MAX_OPEN_QUESTIONS)
      throw new ApiError(409, QUESTIONS_OPEN);
    if (!(await findConversationOf(tx, buyer, id))) throw new ApiError(404, UNKNOWN_CONVERSATION);
    await sendMessageIn(tx, services, buyer, {
      ...{ conversationId: id, clientId: id, messageText, attachments: [] },
    });
  });
  return id;
}

/** When an order begins, the buyer's last question about its gig becomes the order's conversation. */
export const moveQuestionToOrder: Subscriber<{ order: Order }> = async (
  tx,
  services,
  { order },
) => {
  const items = JSON.parse(order.items) as OrderItemDto[];
  const gigIds = items.map(({ gigId }) => gigId).filter(Boolean);
  const question = await findLastQuestionAbout(tx, order.buyer_id, gigIds);
  if (question) await moveToOrder(tx, services, { conversationId: question.id, orderId: order.id });
};

/** A lock per buyer, so that concurrent questions are counted correctly. */
const lockQuestions = (tx: Db, buyerId: string) => lockName(tx, `questions of ${buyerId}`);

/** Inserts a question. Does nothing if there is a conversation with this id. */
const insertQuestion = (tx: Db, row: Insertable<Conversation>) =>
  tx
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Counts questions to which nobody has replied and that have no quote. */
async function countUnansweredQuestions(db: Db, buyerId: string): Promise<number> {
  const { open } = await db
    .selectFrom('conversations as c')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('c.buyer_id', '=', buyerId)
    .where('c.order_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as m')
            .select('m.id')
            .whereRef('m.conversation_id', '=', 'c.id')
            .where('m.sender_id', '<>', buyerId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotes')
            .select('quotes.id')
            .whereRef('quotes.conversation_id', '=', 'c.id')
            .where('quotes.sent_at', 'is not', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return open;
}

/** Lists a buyer's questions without an order, newest message first. */
export const listQuestions = (db: Db, buyerId: string) =>
  db
    .selectFrom('conversations as c')
    .leftJoin('gigs as g', 'g.id', 'c.gig_id')
    .leftJoin('messages as last', 'last.id', 'c.last_message_id')
    .select(['c.id', 'c.gig_id', 'c.last_message_at', 'g.title', 'last.text', 'last.sender_id'])
    .select(({ ref }) =>
      countUnread(db, 'buyer').where('m.conversation_id', '=', ref('c.id')).as('unread'),
    )
    .where('c.buyer_id', '=', buyerId)
    .where('c.order_id', 'is', null)
    .orderBy('c.last_message_seq', 'desc')
    .execute();

const findLastQuestionAbout = (db: Db, buyerId: string, gigIds: string[]) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where('order_id', 'is', null)
    .where('gig_id', 'in', gigIds.length > 0 ? gigIds : [''])
    .orderBy('last_message_seq', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Makes a question the conversation of the order that resulted from it, unless the order already has one. */
export async function moveToOrder(
  tx: Tx,
  services: Services,
  moved: MovedConversation,
): Promise<void> {
  const { conversationId, orderId } = moved;
  const { numUpdatedRows } = await tx
    .updateTable('conversations')
    .set({ order_id: orderId })
    .where('id', '=', conversationId)
    .where('order_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('conversations as c').select('c.id').where('c.order_id', '=', orderId)),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await emit(tx, services, conversationMoved, moved);
}
