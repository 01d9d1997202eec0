import type { Db } from '../../../db/database.ts';
import type { CaseStudyRequest } from '../../../db/schema.ts';
import { ordersOf } from '../orders/queries.ts';
import type { AddressInfo } from '../orders/schema.ts';
import type { Consent, Part } from './rules.ts';

/** The pictures that were drafted from orders: their ids, by order. */
export const listDrafted = async (db: Db) =>
  (
    await db
      .selectFrom('case_study_requests')
      .select(['order_id', 'pictures'])
      .where('pictures', '!=', '[]')
      .execute()
  ).map(({ order_id: orderId, pictures }) => ({ orderId, ids: JSON.parse(pictures) as string[] }));

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
  row: Pick<CaseStudyRequest, 'id' | 'order_id' | 'item_id' | 'name' | 'asked_at' | 'pictures'>,
) =>
  tx
    .insertInto('case_study_requests')
    .values({ ...row, answered_at: null, words: null, names: JSON.stringify([row.name]) })
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

/** Stores what a client was called in a case study, so that it is found when the name is taken back. */
export async function rememberNames(
  tx: Db,
  orderId: string,
  names: readonly string[],
): Promise<void> {
  for (const { id, names: stored } of await listRequestsAbout(tx, orderId)) {
    const known = JSON.parse(stored) as string[];
    const all = [...new Set([...known, ...names.filter(Boolean)])];
    if (all.length === known.length) continue;
    await tx
      .updateTable('case_study_requests')
      .set({ names: JSON.stringify(all) })
      .where('id', '=', id)
      .execute();
  }
}

/** What the buyers of these orders are called today: by their account, on their papers and as a company. */
async function listNames(db: Db, orderIds: readonly string[]): Promise<Map<string, string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select(['orders.id', 'orders.buyer_name', 'orders.address', 'users.name', 'users.billing'])
    .where('orders.id', 'in', [...orderIds])
    .execute();
  return new Map(
    rows.map(({ id, buyer_name, address, name, billing }) => {
      const papers = [address, billing ?? '{}'].flatMap((json) => {
        const { companyName = '', firstName, lastName } = JSON.parse(json) as Partial<AddressInfo>;
        return [companyName, [firstName, lastName].filter(Boolean).join(' ')];
      });
      return [id, [...new Set([name, buyer_name, ...papers])].filter(Boolean)];
    }),
  );
}

export const namesOfBuyer = async (db: Db, orderId: string): Promise<string[]> =>
  (await listNames(db, [orderId])).get(orderId) ?? [];

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
  const names = await listNames(
    db,
    requests.map((request) => request.order_id),
  );
  return (orderId) => {
    const own = requests.filter((request) => request.order_id === orderId);
    const answered = own.find(({ answered_at }) => answered_at !== null);
    return {
      isAnswered: answered !== undefined,
      allowed: answered ? allowedIn(answered) : [],
      names: [
        ...own.flatMap((request) => JSON.parse(request.names) as string[]),
        ...(names.get(orderId) ?? []),
      ],
      namelessSince: (answered && (withdrawnIn(answered).name ?? answered.answered_at)) ?? '',
      words: answered?.words ?? null,
      reviewId: reviews.find((review) => review.order_id === orderId)?.id ?? null,
    };
  };
}

export const readConsent = async (db: Db, orderId: string): Promise<Consent> =>
  (await readConsents(db, [orderId]))(orderId);
