import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { hasPack } from '../../../api/modules/deliveries/rules.ts';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { price } from '../../lib/format.ts';
import { DeductTax } from '../checkout/DeductTax.tsx';
import { $paying } from '../checkout/payment-flow.ts';
import { deductionsOfOrder } from '../checkout/tax-deduction.ts';
import { isPaymentNext, opensFiles, PayButton, usePaymentUnderWay } from './PayButton.tsx';
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

/** What opens the files of a delivery, with the button for it, and afterwards all of them at once. */
export function TitleBlock({ order }: { order: BuyerOrderDto }) {
  const { isClosed, opensWith, parts, paymentInfo, agreement, orderStatus } = order;
  const { opensWhenPaid } = agreement.terms;
  if (!isClosed && !hasPack(order)) return null;
  const opening = parts.filter(({ number }) => opensWith.includes(number));
  const amount = opening.reduce((sum, part) => sum + part.amount, 0);
  const names = opening.map(({ number }) => number).join(' and ');
  const key = names
    ? `part ${names}, ${price(amount, paymentInfo.currency)}`
    : 'the tax certificate';
  const isSolid = opensWhenPaid && orderStatus === 'Delivered';
  return (
    <div className="title-block row space-between no-print">
      {opensWhenPaid && (
        <p className="mono" role="status">
          {isClosed ? `Preview · opens with ${key}` : 'Open'}
        </p>
      )}
      {isClosed && opensFiles(order) && <PayDue order={order} solid={isPaymentNext(order)} />}
      {!isClosed && (
        <a
          className={isSolid ? 'button button--solid' : 'button'}
          href={`/api/v1/gig/order/${order._id}/pack`}
          download
        >
          <Download aria-hidden="true" /> Download everything
        </a>
      )}
    </div>
  );
}
