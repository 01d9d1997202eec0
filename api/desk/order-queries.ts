import type { Db } from '../../db/connect.ts';
import type { OrderStatus } from '../orders/rules.ts';

const MOST = 100;

export interface Wanted {
  status?: OrderStatus | undefined;
  /** Short id, name, address or title. */
  find?: string | undefined;
  /** Created before this, for the next page. */
  before?: string | undefined;
}

const pattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** The owner's queue: paid orders, the open ones by what is due first, the rest newest first. */
export function listQueue(db: Db, { status, find, before }: Wanted) {
  let rows = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .selectAll('orders')
    .select(['users.name as user_name', 'users.avatar_hash'])
    .where('orders.paid', '>', 0);
  if (status) rows = rows.where('orders.status', '=', status);
  if (before) rows = rows.where('orders.created_at', '<', before);
  if (find) {
    const like = pattern(find.replace(/^#/, ''));
    rows = rows.where(({ or, fn, eb, val }) =>
      or(
        (['orders.id', 'orders.buyer_name', 'orders.buyer_email', 'orders.items'] as const).map(
          (column) => eb(fn<string>('lower', [column]), 'like', val(like)),
        ),
      ),
    );
  }
  return rows
    .orderBy((eb) =>
      eb.case().when('orders.status', 'in', ['In Progress', 'Accepted']).then(0).else(1).end(),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when('orders.status', 'in', ['In Progress', 'Accepted'])
        .then(eb.ref('orders.delivery_date'))
        .else(null)
        .end(),
    )
    .orderBy('orders.created_at', 'desc')
    .limit(MOST)
    .execute();
}

export const countByStatus = (db: Db) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('orders')])
    .where('paid', '>', 0)
    .groupBy('status')
    .execute();
