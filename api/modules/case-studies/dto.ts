import type { Db } from '../../../db/database.ts';
import type { CaseStudyRequest } from '../../../db/schema.ts';
import { orderTitle } from '../orders/dto.ts';
import { getOrder } from '../orders/queries.ts';
import {
  agreedIn,
  findReviewOfOrder,
  listRequestsAbout,
  namesOfBuyer,
  withdrawnIn,
} from './queries.ts';
import { PARTS } from './rules.ts';
import { labelOf } from './texts.ts';

/** A question what may be shown, and its answer; the same for both sides. */
export async function toCaseStudyDto(db: Db, request: CaseStudyRequest) {
  const order = await getOrder(db, request.order_id);
  const review = await findReviewOfOrder(db, request.order_id);
  const agreed = agreedIn(request);
  const withdrawn = withdrawnIn(request);
  const title = orderTitle(order);
  const { name } = request;
  const known = JSON.parse(request.names) as string[];
  const today = await namesOfBuyer(db, request.order_id);
  return {
    _id: request.id,
    orderId: request.order_id,
    projectId: request.item_id,
    title,
    name,
    names: [...new Set([...known, ...today])],
    /** What the client's review says; it may be quoted instead of words of their own. */
    review: review ? { _id: review.id, comment: review.comment } : null,
    words: request.words,
    askedAt: request.asked_at,
    answeredAt: request.answered_at,
    parts: PARTS.map((part) => ({
      part,
      label: labelOf(part, { names: [...new Set([name, ...today])], title }),
      isAllowed: agreed.includes(part) && !withdrawn[part],
      withdrawnAt: withdrawn[part] ?? null,
    })),
  };
}

export type CaseStudyDto = Awaited<ReturnType<typeof toCaseStudyDto>>;

export async function toCaseStudyDtos(db: Db, orderId: string | null): Promise<CaseStudyDto[]> {
  if (!orderId) return [];
  const requests = await listRequestsAbout(db, orderId);
  return Promise.all(requests.map((request) => toCaseStudyDto(db, request)));
}
