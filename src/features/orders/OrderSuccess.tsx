import './orders.css';
import './order-page.css';
import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { DAYS_TO_ANSWER, openPaise } from '../../../api/modules/orders/rules.ts';
import { datesMovedMessage } from '../../../api/modules/orders/texts.ts';
import { FIRST_MILESTONE_PAID, PAYMENT_SUCCESSFUL } from '../../../api/modules/payments/texts.ts';
import { toRupees } from '../../../api/platform/money/rules.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { price, promisedDay } from '../../lib/format.ts';
import { showConfettiOnce } from './confetti.ts';
import { Instalments } from './Instalments.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import { OrderSuccessSkeleton } from './OrderSuccessSkeleton.tsx';
import { $order, loadOrder } from './orders-store.ts';

/** The order that was just paid, as stored on the server: the address alone proves no payment. */
export function OrderSuccess() {
  const orderId = new URLSearchParams(location.search).get('order') ?? '';
  const order = useStore($order);
  useEffect(() => {
    if (orderId) void loadOrder(orderId);
  }, [orderId]);

  if (!orderId) {
    return (
      <EmptyState level={1} title="No order to show">
        <p>Your orders and their payments are all in one list.</p>
        <OtherPages />
      </EmptyState>
    );
  }

  if (order.state === 'loading') return <OrderSuccessSkeleton />;
  if (order.state === 'failed' || order.value.paymentInfo.paidAmount === 0) {
    return (
      <EmptyState
        level={1}
        title={order.state === 'failed' ? order.message : 'This order is not paid yet.'}
        retry={() => loadOrder(orderId)}
      >
        <OtherPages />
      </EmptyState>
    );
  }
  return <Success order={order.value} />;
}

function Success({ order }: { order: BuyerOrderDto }) {
  const { paymentInfo: payment } = order;
  // Confetti is decoration, so a failed load is ignored.
  useEffect(() => void showConfettiOnce(order._id).catch(() => {}), [order._id]);
  return (
    <div className="order-success">
      <OrderSteps />
      <section className="card card--padded stack stack--large">
        <CircleCheck aria-hidden="true" />
        <h1 className="title-34">{PAYMENT_SUCCESSFUL}</h1>
        {payment.dueAmount > 0 && order.parts.length === 2 && <p>{FIRST_MILESTONE_PAID}</p>}
        {order.movedDates && <p className="notice">{datesMovedMessage(order.movedDates)}</p>}
        {order.parts.length > 1 && (
          <Instalments instalments={order.parts} currency={payment.currency} />
        )}
        <p className="muted">The details are on their way to you by e-mail.</p>
        <WhatHappensNext order={order} />
        <a className="button button--solid button--wide" href={`/orders/${order._id}#requirements`}>
          Submit Requirements
        </a>
        <DefinitionList
          rows={[
            ['Order ID', `#${orderNumber(order._id)}`],
            ['Delivery Date', order.deliveryDate ? promisedDay(order.deliveryDate) : 'Pending'],
            ['Payment ID', payment.id ?? '—'],
            ...order.OrderItems.flatMap((item): [string, string][] => [
              [
                `${item.title}, ${item.selectedPlan.planType}`,
                price(item.selectedPlan.price, payment.currency),
              ],
              ...item.extraFeatures.map((extra): [string, string] => [
                `${extra.name} × ${extra.quantity}`,
                price(extra.price * extra.quantity, payment.currency),
              ]),
            ]),
            ['Total', price(payment.totalAmount, payment.currency)],
            ...(payment.dueAmount > 0
              ? ([
                  ['Paid', price(payment.paidAmount, payment.currency)],
                  ['Still to pay', price(openAmount(order), payment.currency)],
                ] satisfies [string, string][])
              : []),
          ]}
        />
        <OtherPages />
      </section>
    </div>
  );
}

const openAmount = ({ paymentInfo }: BuyerOrderDto): number => toRupees(openPaise(paymentInfo));

/** The steps after the payment, in the order in which they come. */
function WhatHappensNext({ order }: { order: BuyerOrderDto }) {
  const { deliveryDate, paymentInfo: payment } = order;
  const seller = order.seller.split(' ')[0];
  const delivered = deliveryDate ? `, planned for ${promisedDay(deliveryDate)}` : '';
  const [, rest] = order.parts;
  const isOnDelivery = order.parts.length === 2 && rest?.due === 'delivery';
  const remainder =
    payment.dueAmount > 0 && isOnDelivery
      ? `The other ${price(payment.dueAmount, payment.currency)} is due on delivery.`
      : '';
  const steps = [
    ['You say what you need', 'The work begins with your requirements.'],
    [`${seller} accepts the order`, 'You get an e-mail, and can ask in the chat at any time.'],
    [`${seller} delivers${delivered}`, 'The files are on the page of your order.'],
    [
      'It is yours',
      `You accept the work or request a revision, within ${DAYS_TO_ANSWER} days. ${remainder}`,
    ],
  ] as const;
  return (
    <section className="order-success__next stack" aria-labelledby="what-next">
      <h2 id="what-next">What happens next</h2>
      <ol className="order-success__steps stack stack--medium">
        {steps.map(([title, text]) => (
          <li className="order-success__step" key={title}>
            <strong>{title}</strong>
            <span className="muted text-15">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const OtherPages = () => (
  <p className="row">
    <a className="button" href="/orders">
      Manage Orders
    </a>
    <a className="button" href="/">
      Return Home
    </a>
  </p>
);
