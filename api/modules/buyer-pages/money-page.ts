import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import {
  listOrdersWithPayments,
  sumDisputed,
  sumOrders,
  sumOverpayments,
} from './money-queries.ts';
import { toMoneyDto } from './order-money.ts';

const PAGE = 20;

/** The payments page of a buyer: totals over all orders, and one page of orders with all movements. */
export async function toMoneyPageDto(db: Db, buyerId: string, before: string | null) {
  const rows = await listOrdersWithPayments(db, buyerId, { before, limit: PAGE + 1 });
  const orders = await Promise.all(rows.slice(0, PAGE).map((order) => toOrderMoney(db, order)));
  const sums = await sumOrders(db, buyerId);
  const overpaid = await sumOverpayments(db, buyerId);
  const disputed = await sumDisputed(db, buyerId);
  return {
    orders,
    totals: {
      paid: toRupees(sums.paid),
      refunded: toRupees(sums.refunded),
      lost: toRupees(sums.lost),
      excess: toRupees(overpaid),
      balance: toRupees(sums.balance + overpaid),
      disputed: toRupees(disputed),
    },
    /** The cursor of the next page; null on the last page. */
    next: rows.length > PAGE ? (orders.at(-1)?._id ?? null) : null,
  };
}

export type MoneyPageDto = Awaited<ReturnType<typeof toMoneyPageDto>>;

async function toOrderMoney(db: Db, order: Order) {
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  return {
    _id: order.id,
    title: item?.title ?? '',
    status: order.shown_status,
    placedAt: order.created_at,
    ...(await toMoneyDto(db, order)),
  };
}
