import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { nextTitle, stepTitle } from '../../../api/modules/orders/next-rules.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { dayAndMonth, pluralize, price, promisedDay, shopDay } from '../../lib/format.ts';

/** From this number of days on, the date is shown instead. */
const MANY_DAYS = 21;

/** 'in 5 days', 'today', '2 days late', or the day itself when it is three weeks away or more. */
export function deadlineText(iso: string, now: Date | number = Date.now()): string {
  const days = differenceInCalendarDays(shopDay(iso), shopDay(new Date(now)));
  if (Math.abs(days) >= MANY_DAYS)
    return days < 0 ? `late since ${promisedDay(iso)}` : promisedDay(iso);
  if (days < 0) return `${pluralize(-days, 'day')} late`;
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The deadline as a line of its own: 'Due in 5 days', 'Late since 1 Oct 2026'. */
export function deadlineSentence(iso: string, now: Date | number = Date.now()): string {
  const text = deadlineText(iso, now);
  return text.startsWith('late')
    ? `L${text.slice(1)}`
    : text.endsWith('late')
      ? text
      : `Due ${text}`;
}

/** From when the buyer of a late order may cancel for nothing. */
export const mayCancelText = (lateFrom: string, now: Date | number = Date.now()): string =>
  Date.parse(lateFrom) <= Number(now)
    ? 'may cancel free now'
    : `may cancel free from ${dayOf(lateFrom)}`;

/** The parts of an order in a line: whose turn and for what, due or late, the money, and what happens when. */
export function headOf(order: AdminOrderDto, now: Date | number = Date.now()): string[] {
  const { steps, next, deliveryDate, lateness, buyer } = order;
  const { paidAmount, totalAmount, refundedAmount, currency } = order.paymentInfo;
  const turn =
    steps.length > 0
      ? `Your turn: ${steps.map((step) => stepTitle(order, step)).join(', ')}`
      : nextTitle(order, 'owner');
  const due = isToDeliver(order) && deliveryDate && deadlineSentence(deliveryDate, now);
  const amount = price(totalAmount, currency);
  const money = [
    paidAmount === totalAmount
      ? `${amount} paid`
      : `${price(paidAmount, currency)} of ${amount} paid`,
    refundedAmount > 0 && `${price(refundedAmount, currency)} refunded`,
  ];
  const ends = next.step === 'acceptDelivery' && next.by && `completes on ${dayOf(next.by)}`;
  const bank = steps[0] === 'answerBank' && next.by && `by ${dayOf(next.by)}`;
  const from =
    lateness && (Date.parse(lateness.from) <= Number(now) ? 'now' : `from ${dayOf(lateness.from)}`);
  const owed = lateness?.owed ? `you owe ${price(lateness.owed, currency)}` : 'you refund all';
  const cancel = from && `${from} ${buyer.name.split(' ')[0]} may cancel, and ${owed}`;
  return [turn, bank, due, ...money, ends, cancel].flatMap((each) => each || []);
}

const dayOf = (iso: string): string => dayAndMonth(shopDay(iso));
