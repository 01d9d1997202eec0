import type { Instalment, Order } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { reasonNothingDue } from '../orders/rules.ts';
import { hasLapsed } from './instalment-rules.ts';

/** The totals of an order in rupees: agreement + changes − waived = total. Nothing is open of a lapsed one. */
export function toOrderTotalsDto(order: Order, instalments: Instalment[]) {
  const isLapsed = hasLapsed(instalments);
  const sumOf = (isCounted: (row: Instalment) => boolean): number =>
    instalments.filter(isCounted).reduce((sum, { amount }) => sum + amount, 0);
  return {
    agreement: toRupees(sumOf(({ change_id }) => change_id === null)),
    changes: toRupees(sumOf(({ change_id }) => change_id !== null)),
    waived: toRupees(isLapsed ? 0 : sumOf(({ waived_at }) => waived_at !== null)),
    total: toRupees(order.total),
    paid: toRupees(order.paid),
    refunded: toRupees(order.refunded),
    lost: toRupees(order.lost),
    open: toRupees(reasonNothingDue(order) || isLapsed ? 0 : order.total - order.paid),
  };
}

export type OrderTotalsDto = ReturnType<typeof toOrderTotalsDto>;
