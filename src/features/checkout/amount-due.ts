import { instalmentAmounts } from '../../../api/modules/orders/agreements/rules.ts';
import { canSplit, type PaymentType } from '../../../api/modules/orders/rules.ts';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';

/** What an order costs now and on delivery. A small order is always paid at once. */
export function amountDueOf(total: number, type: PaymentType): { now: number; later: number } {
  const paise = toPaise(total);
  const [now = 0, later = 0] = instalmentAmounts(paise, canSplit(paise) ? type : 'Full');
  return { now: toRupees(now), later: toRupees(later) };
}
