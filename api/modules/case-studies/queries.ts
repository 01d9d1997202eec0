import type { Db } from '../../../db/database.ts';
import type { CaseStudyRequest } from '../../../db/schema.ts';
import { ordersOf } from '../orders/queries.ts';
import type { Consent, Part } from './rules.ts';

/** The requests about orders, newest first. */
const listRequests = (db: Db, orderIds: readonly string[]): Promise<CaseStudyRequest[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('case_study_requests')
        .selectAll()
        .where('order_id', 'in', [...new Set(orderIds)])
        .orderBy('asked_at', 'desc')
        .orderBy('id', 'desc')
        .execute();

export const listRequestsOf = (db: Db, buyerId: string) =>
  db
    .selectFrom('case_study_requests')
    .selectAll()
    .where('order_id', 'in', ordersOf(db, buyerId))
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const listRequestsAbout = (db: Db, orderId: string) => listRequests(db, [orderId]);

/** A request that this buyer was asked. */
export const findRequestOf = (db: Db, buyerId: string, id: string) =>
  db
    .selectFrom('case_study_requests')
    .selectAll()
    .where('id', '=', id)
    .where('order_id', 'in', ordersOf(db, buyerId))
    .executeTakeFirst();

export const insertRequest = (
  tx: Db,
  row: Pick<CaseStudyRequest, 'id' | 'order_id' | 'item_id' | 'name' | 'asked_at'>,
) =>
  tx
    .insertInto('case_study_requests')
    .values({ ...row, answered_at: null, words: null })
    .execute();

export const updateRequest = (
  tx: Db,
  id: string,
  to: Partial<Pick<CaseStudyRequest, 'answered_at' | 'agreed' | 'words' | 'withdrawn'>>,
) =>
  tx
    .updateTable('case_study_requests')
    .set(to)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const agreedIn = ({ agreed }: CaseStudyRequest) => JSON.parse(agreed) as Part[];
export const withdrawnIn = ({ withdrawn }: CaseStudyRequest) =>
  JSON.parse(withdrawn) as Partial<Record<Part, string>>;

/** The parts that this answer still allows. */
export const allowedIn = (request: CaseStudyRequest): Part[] => {
  const withdrawn = withdrawnIn(request);
  return agreedIn(request).filter((part) => !withdrawn[part]);
};

const listReviews = (db: Db, orderIds: readonly string[]) =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reviews')
        .select(['id', 'order_id', 'comment'])
        .where('order_id', 'in', [...orderIds])
        .execute();

export const findReviewOfOrder = async (db: Db, orderId: string) =>
  (await listReviews(db, [orderId]))[0];

/** What is allowed of each of these orders; nothing of one whose client was never asked, or has not answered. */
export async function readConsents(
  db: Db,
  orderIds: readonly string[],
): Promise<(orderId: string) => Consent> {
  const requests = await listRequests(db, orderIds);
  const reviews = await listReviews(
    db,
    requests.map((request) => request.order_id),
  );
  return (orderId) => {
    const own = requests.filter((request) => request.order_id === orderId);
    const answered = own.find(({ answered_at }) => answered_at !== null);
    return {
      isAnswered: answered !== undefined,
      allowed: answered ? allowedIn(answered) : [],
      name: own[0]?.name ?? '',
      words: answered?.words ?? null,
      reviewId: reviews.find((review) => review.order_id === orderId)?.id ?? null,
    };
  };
}

export const readConsent = async (db: Db, orderId: string): Promise<Consent> =>
  (await readConsents(db, [orderId]))(orderId);
