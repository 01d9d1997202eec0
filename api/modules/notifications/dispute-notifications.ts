import { formatPaise } from '../../platform/money/rules.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import type { OrderDispute } from '../payments/disputes/events.ts';
import { timeLeft } from '../payments/disputes/rules.ts';
import { notify } from './notify.ts';

const WORDS = {
  open: 'is questioned by the bank',
  under_review: 'is with the bank, which has your answer',
  won: 'stays with you: the dispute is won',
  lost: 'is lost: the bank has taken it back',
  closed: 'is no longer disputed',
};

/** Notifies the owner about a dispute. Its e-mail is sent separately. */
export const notifyDispute = notify(({ order, dispute }: OrderDispute, { clock }) => {
  if (!order) return null;
  const { status, amount, respond_by } = dispute;
  const left = status === 'open' ? `; time left to answer: ${timeLeft(respond_by, clock())}` : '';
  return {
    to: 'owner',
    type: 'payment',
    message: `${formatPaise(amount)} of order #${orderNumber(order.id)} ${WORDS[status]}${left}.`,
    orderId: order.id,
  };
});
