import { useStore } from '@nanostores/react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { DeductTax } from '../checkout/DeductTax.tsx';
import { $paying } from '../checkout/payment-flow.ts';
import { deductionsOfOrder } from '../checkout/tax-deduction.ts';
import { PayButton, usePaymentUnderWay } from './PayButton.tsx';
import { SharePayment } from './SharePayment.tsx';

/** Pays the part of an order that is due, or lets somebody else pay it. */
export function PayDue({ order, solid }: { order: BuyerOrderDto; solid: boolean }) {
  const isUnderWay = usePaymentUnderWay(order);
  const busy = useStore($paying) !== null;
  const { dueAmount, dueDeduction } = order.paymentInfo;
  return (
    <>
      {order.trouble && !isUnderWay && <p className="notice">{order.trouble}</p>}
      {order.mayDeductTax && !isUnderWay && (
        <DeductTax
          of={order._id}
          loadKey={`${dueAmount} ${dueDeduction}`}
          load={() => deductionsOfOrder(order._id)}
          disabled={busy}
        />
      )}
      <p className="row" id="pay">
        <PayButton order={order} solid={solid} />
        {!isUnderWay && <SharePayment order={order} />}
      </p>
    </>
  );
}
