import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ListedOrder } from '../../../api/modules/order-pages/order-document.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { openPaise } from '../../../api/modules/orders/rules.ts';
import { PAYMENT_UNDER_WAY } from '../../../api/modules/payments/texts.ts';
import { toPaise } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { price } from '../../lib/format.ts';
import { $paying } from '../checkout/payment-flow.ts';
import { $underWay, followPayments, isWaiting } from '../checkout/payments-under-way.ts';
import { useAmountToPay } from '../checkout/tax-deduction.ts';
import { payInstalment } from './pay-instalment.ts';

type Payable = Pick<ListedOrder, 'next' | 'paysEarly'>;

interface Props {
  order: OrderDto & Payable;
  /** False where another action comes first. */
  solid?: boolean;
  small?: boolean;
  /** Among the small links of a row. */
  isLink?: boolean;
}

/** Whether the part to pay is not due yet. */
const isEarly = ({ paysEarly, next: { actions, step } }: Payable): boolean =>
  paysEarly === true && step !== 'payRest' && actions.includes('payRest');

/** Whether paying is the one thing to do. Otherwise the button stands beside the payments. */
export const isPaymentNext = (order: Payable): boolean => {
  const [first] = order.next.actions;
  return first === 'pay' || first === 'payToOpen' || (first === 'payRest' && !isEarly(order));
};

/** Whether paying opens the delivered files: its button stands with them. */
export const opensFiles = ({ next }: Pick<Payable, 'next'>): boolean =>
  next.actions.includes('payToOpen');

/** Whether the bank has not decided about a payment of this order. */
export const usePaymentUnderWay = ({ _id }: OrderDto): boolean =>
  useStore($underWay).some((each) => isWaiting(each) && each.orderId === _id);

/** Pays the next instalment of an order, if any: the first payment or the remainder. */
export function PayButton({ order, solid = true, small = false, isLink = false }: Props) {
  const paying = useStore($paying);
  const { paymentStatus, currency, dueAmount, dueDeduction } = order.paymentInfo;
  const toPay = useAmountToPay(order._id, { due: dueAmount, deducted: dueDeduction });
  const remaining = paymentStatus === 'Partially Paid';
  const isUnderWay = usePaymentUnderWay(order);
  const isDue = dueAmount > 0;
  useEffect(() => {
    if (isDue) void followPayments();
  }, [isDue]);
  if (!isDue) return null;
  if (isUnderWay) {
    return small ? (
      <span className="tag">Payment under way</span>
    ) : (
      <span className="notice" role="status">
        {PAYMENT_UNDER_WAY}
      </span>
    );
  }
  const isLast = toPaise(dueAmount) + toPaise(dueDeduction) === openPaise(order.paymentInfo);
  const next = isLast ? 'Pay full amount' : 'Pay next part';
  // Also after a payment that failed: 'again' would say that a first one had arrived.
  const label = remaining ? next : 'Pay now';
  const shown = paying === order._id ? 'Processing...' : `${label} (${price(toPay, currency)})`;
  // What was paid for is there; a plain remainder leads to the profile.
  const leadsTo = opensFiles(order) ? `/orders/${order._id}` : undefined;
  const action = { disabled: paying !== null, onClick: () => void payInstalment(order, leadsTo) };
  if (isLink)
    return (
      <button className="link" type="button" {...action}>
        {shown}
      </button>
    );
  return (
    <>
      <Button variant={solid ? 'solid' : undefined} small={small} {...action}>
        {shown}
      </Button>
      {isEarly(order) && <span className="text-13">Early: it is not due yet.</span>}
    </>
  );
}
