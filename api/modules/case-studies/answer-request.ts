import { lockName } from '../../../db/engine.ts';
import type { CaseStudyRequest, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { getOrder } from '../orders/queries.ts';
import { caseStudyAnswered, partsWithdrawn } from './events.ts';
import { isCompleted } from './make-case-study.ts';
import { allowedIn, findRequestOf, readConsent, updateRequest, withdrawnIn } from './queries.ts';
import type { Part } from './rules.ts';
import type { Answer } from './schema.ts';
import { takeOut } from './take-out.ts';
import {
  ALREADY_ANSWERED,
  NOTHING_LEFT,
  ORDER_ENDED,
  UNKNOWN_REQUEST,
  WORDS_NEEDED,
} from './texts.ts';

async function requireRequest(tx: Tx, buyer: User, id: string): Promise<CaseStudyRequest> {
  const found = await findRequestOf(tx, buyer.id, id);
  if (!found) throw new ApiError(404, UNKNOWN_REQUEST);
  await lockName(tx, `case study of ${found.order_id}`);
  return (await findRequestOf(tx, buyer.id, id)) ?? found;
}

/** Stores what the client of an order allows. What an earlier answer allowed and this one does not is taken back. */
export const answerRequest = (
  services: Services,
  buyer: User,
  id: string,
  { parts, words }: Answer,
): Promise<void> =>
  transaction(services, async (tx) => {
    const request = await requireRequest(tx, buyer, id);
    const order = await getOrder(tx, request.order_id);
    const before = await readConsent(tx, order.id);
    const quotes = parts.includes('quotation');
    if (quotes && !words && !before.reviewId)
      throw new ApiError(400, WORDS_NEEDED, { field: 'words' });
    const answer = { agreed: JSON.stringify(parts), words: (quotes && words) || null };
    if (request.answered_at !== null) {
      if (request.agreed === answer.agreed && request.words === answer.words) return;
      throw new ApiError(409, ALREADY_ANSWERED);
    }
    if (parts.length > 0 && !isCompleted(order)) throw new ApiError(409, ORDER_ENDED);
    const at = iso(services.clock());
    const answered = await updateRequest(tx, id, { ...answer, answered_at: at });
    const event = { order, request: answered, at };
    const taken = before.allowed.filter((part) => {
      if (!parts.includes(part)) return true;
      return part === 'quotation' && answer.words !== before.words;
    });
    if (taken.length > 0) {
      const unclear = await takeOut(tx, { orderId: order.id, taken });
      await emit(tx, services, partsWithdrawn, { ...event, parts: taken, unclear });
    }
    await emit(tx, services, caseStudyAnswered, { ...event, parts });
  });

/** Takes back parts that the client allowed. */
export const withdrawParts = (
  given: Services,
  buyer: User,
  id: string,
  parts: readonly Part[],
): Promise<void> => {
  // A right: it waits for no limit of notices, and of each part it happens once.
  const services = { ...given, actor: undefined };
  return transaction(services, async (tx) => {
    const request = await requireRequest(tx, buyer, id);
    const allowed = allowedIn(request);
    const taken = allowed.filter((part) => parts.includes(part));
    if (taken.length === 0) throw new ApiError(409, NOTHING_LEFT);
    const at = iso(services.clock());
    const dates = Object.fromEntries(taken.map((part) => [part, at]));
    const withdrawn = JSON.stringify({ ...withdrawnIn(request), ...dates });
    const words = taken.includes('quotation') ? { words: null } : {};
    const changed = await updateRequest(tx, id, { withdrawn, ...words });
    const order = await getOrder(tx, request.order_id);
    const unclear = await takeOut(tx, { orderId: order.id, taken });
    const event = { order, request: changed, at, parts: taken, unclear };
    await emit(tx, services, partsWithdrawn, event);
  });
};
