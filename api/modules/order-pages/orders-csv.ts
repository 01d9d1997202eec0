import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { csvText, spreadsheetTime, toCsv } from '../../platform/http/csv.ts';
import { csvOrder } from '../billing/ledger/ledger-csv.ts';
import { orderTitle, type StoredItem } from '../orders/dto.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { paymentStatusOf, shownPaymentStatus } from '../orders/rules.ts';
import type { AddressInfo } from '../orders/schema.ts';
import { orderMatches } from './order-queue.ts';

interface ExportQuery {
  find?: string | undefined;
  keys: KeyKind;
  after?: Order | undefined;
  limit: number;
}

/** The paid orders that these filters find, newest first, without those that do not count. */
export function listOrdersToExport(db: Db, { find, keys, after, limit }: ExportQuery) {
  let rows = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.buyer_id')
    .selectAll('orders')
    .where(sql<boolean>`paid > 0`)
    .where(countsIn('orders.id', keys));
  if (find) rows = rows.where(orderMatches(find));
  // Ids are ordered by time (UUIDv7): pages of the primary key need no sorting.
  if (after) rows = rows.where('orders.id', '<', after.id);
  return rows.orderBy('orders.id', 'desc').limit(limit).execute();
}

export const orderColumns = (timeZone: string): string[] => [
  `Ordered (${timeZone})`,
  ...['Order', 'Buyer', 'E-mail', 'Company', 'Service', 'Package', 'Status', 'Payment'],
  ...['Currency', 'Total', 'Paid', 'Tax deducted', 'Refunded', 'Returned by the bank'],
  `Deliver by (${timeZone})`,
];

export function orderLine(order: Order, timeZone: string): string {
  const { shown_status: orderStatus, paid, refunded, lost } = order;
  const { companyName = '' } = JSON.parse(order.address) as Partial<AddressInfo>;
  const [item] = JSON.parse(order.items) as StoredItem[];
  const paymentInfo = {
    paymentStatus: paymentStatusOf(order),
    ...{ paidAmount: paid, refundedAmount: refunded, lostAmount: lost },
  };
  return toCsv([
    spreadsheetTime(order.created_at, timeZone),
    csvOrder(orderNumber(order.id)),
    csvText(order.buyer_name),
    csvText(order.buyer_email),
    csvText(companyName),
    csvText(orderTitle(order)),
    csvText(item?.selectedPlan.planType ?? ''),
    orderStatus,
    shownPaymentStatus({ orderStatus, paymentInfo }),
    order.currency,
    ...[order.total, paid, order.tax_deducted, refunded, lost].map((paise) =>
      (paise / 100).toFixed(2),
    ),
    order.delivery_date ? spreadsheetTime(order.delivery_date, timeZone) : '',
  ]);
}
