import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { Order, User } from '../../../db/schema.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { mailboxOf } from '../../platform/characters.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { findUser } from '../accounts/queries.ts';
import { isQuoted } from '../orders/queries.ts';
import { ASK_FIRST } from './texts.ts';

/** So many paid orders may be cancelled before acceptance in this time: each costs the owner the provider's fee. */
const MOST = 2;
const WITHIN = 30 * DAY;

/** The same from one network, counted without naming anybody. */
const FROM_NETWORK: Limit = {
  ...{ name: 'cancelled before acceptance from', most: MOST, per: WITHIN, text: ASK_FIRST },
  ofAddress: true,
};

/** When the owner has allowed further orders, by the buyer's id. */
const ALLOWED = 'may order again';
const readAllowed = async (db: Db): Promise<Record<string, string>> =>
  (await readDocument<Record<string, string>>(db, ALLOWED)) ?? {};

/** The paid orders that their buyers cancelled before acceptance, with the fees that the provider keeps, in paise. */
const selectEarly = (db: Db) =>
  db
    .selectFrom('orders')
    .select((eb) => [
      'orders.id',
      'orders.buyer_id',
      'cancelled_at',
      eb
        .selectFrom('payments')
        .select(({ fn, val }) => fn.coalesce(fn.sum<number>('fee'), val(0)).as('fees'))
        .whereRef('payments.order_id', '=', 'orders.id')
        .as('fees'),
    ])
    .where('cancelled_at', 'is not', null)
    .where('paid', '>', 0)
    // Days that the shop has moved are no whim of the buyer.
    .where('free_until', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_events')
            .select('order_events.id')
            .whereRef('order_events.order_id', '=', 'orders.id')
            .where('order_events.kind', '=', 'status')
            .where('order_events.data', 'like', '%"Accepted"%'),
        ),
      ),
    );

/** What this person, under any address of the same mailbox, has cancelled so since the owner last allowed orders. */
export async function findEarlyCancellations(
  db: Db,
  now: Date,
  { id, email }: Pick<User, 'id' | 'email'>,
) {
  const allowed = (await readAllowed(db))[id] ?? '';
  const rows = await selectEarly(db)
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .select('users.email')
    .where('cancelled_at', '>', [later(now, -WITHIN), allowed].sort().at(-1) ?? '')
    .execute();
  const own = rows.filter(
    (row) => row.buyer_id === id || mailboxOf(row.email) === mailboxOf(email),
  );
  return {
    count: own.length,
    fees: toRupees(own.reduce((sum, { fees }) => sum + Number(fees ?? 0), 0)),
    isRefused: own.length >= MOST,
    isAllowed: allowed > later(now, -WITHIN),
  };
}

/** Throws 409 for who has cancelled two such orders within thirty days, until the owner allows another. */
export async function requireMayOrder(
  { store, limits, clock }: Services,
  buyer: Pick<User, 'id' | 'email'>,
  address?: string,
): Promise<void> {
  const { isRefused, isAllowed } = await findEarlyCancellations(store.db, clock(), buyer);
  if (isRefused) throw new ApiError(409, ASK_FIRST);
  if (address && !isAllowed) await limits.check(FROM_NETWORK, address);
}

/** The same for an order that is about to be paid first; what the owner has quoted is agreed with them. */
export async function requireMayPay(services: Services, order: Order): Promise<void> {
  const { db } = services.store;
  if (order.paid > 0 || (await isQuoted(db, order.id))) return;
  const buyer = await findUser(db, order.buyer_id);
  if (buyer) await requireMayOrder(services, buyer);
}

/** Counts a cancellation for the network that it came from. */
export async function countEarlyCancellation(
  { store, limits }: Services,
  { id }: Pick<Order, 'id'>,
  address: string,
): Promise<void> {
  const early = await selectEarly(store.db).where('orders.id', '=', id).executeTakeFirst();
  // Cancelling itself is never refused.
  if (early) await limits.take({ ...FROM_NETWORK, most: Number.POSITIVE_INFINITY }, address);
}

/** The owner lets somebody order for money again. */
export const allowOrders = (services: Services, id: string): Promise<void> =>
  transaction(services, async (tx) => {
    await lockName(tx, ALLOWED);
    const [now, known] = [services.clock(), await readAllowed(tx)];
    const recent = Object.entries(known).filter(([, at]) => at > later(now, -WITHIN));
    const allowed = { ...Object.fromEntries(recent), [id]: iso(now) };
    await storeDocument(tx, ALLOWED, allowed);
  });
