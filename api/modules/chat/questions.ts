import type { Order, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { findPublishedGig } from '../catalog/gigs/queries.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { GIG_GONE } from '../orders/texts.ts';
import { MAX_OPEN_QUESTIONS } from './limits.ts';
import { findConversationOf } from './queries.ts';
import {
  countUnansweredQuestions,
  findLastQuestionAbout,
  insertQuestion,
  lockQuestions,
  moveToOrder,
} from './question-queries.ts';
import type { QuestionInput } from './schema.ts';
import { sendMessageIn } from './send-message.ts';
import { QUESTIONS_OPEN, UNKNOWN_CONVERSATION } from './texts.ts';

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
export const moveQuestionToOrder: Subscriber<{ order: Order }> = async (tx, _, { order }) => {
  const items = JSON.parse(order.items) as OrderItemDto[];
  const gigIds = items.map(({ gigId }) => gigId).filter(Boolean);
  const question = await findLastQuestionAbout(tx, order.buyer_id, gigIds);
  if (question) await moveToOrder(tx, question.id, order.id);
};
