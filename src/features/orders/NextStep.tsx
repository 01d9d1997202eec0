import type { ReactNode } from 'react';
import type {
  BuyerOrderDto,
  ListedOrder,
} from '../../../api/modules/buyer-pages/order-document.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { plainDate } from '../../lib/format.ts';
import { AcceptDelivery } from './AcceptDelivery.tsx';
import { PayButton, usePaymentUnderWay } from './PayButton.tsx';
import { Requirements } from './Requirements.tsx';
import { SharePayment } from './SharePayment.tsx';

/** Whether paying is the one thing to do. Otherwise the button stands beside the payments. */
export const isPaymentNext = ({ next: { actions } }: Pick<ListedOrder, 'next'>): boolean =>
  actions[0] === 'pay' || actions[0] === 'payRest';

interface Props {
  order: BuyerOrderDto;
  /** The proposal to answer. */
  children: ReactNode;
}

/** Who must act next, until when, and the one action for it, with what it needs. */
export function NextStep({ order, children }: Props) {
  const { turn, actions, step } = order.next;
  const isUnderWay = usePaymentUnderWay(order) && isPaymentNext(order);
  const described = describeNext(order, 'buyer', { day: plainDate, now: new Date() });
  const { title, note } = isUnderWay ? { title: 'Payment under way', note: '' } : described;
  const [first] = actions;
  return (
    <section
      className="card card--padded stack next-step"
      data-turn={turn}
      aria-labelledby="next-step"
    >
      <div>
        {turn && !isUnderWay && (
          <p className="eyebrow">
            {turn === 'buyer' ? 'Your turn' : `${order.seller.split(' ')[0]}’s turn`}
          </p>
        )}
        <h2 id="next-step">{title}</h2>
        {note && <p className="muted text-15">{note}</p>}
      </div>
      {children}
      {first === 'sendRequirements' && (
        <Requirements order={order} closed={false} isNext={step === 'sendRequirements'} />
      )}
      {actions.includes('acceptDelivery') && (
        <p className="row">
          <AcceptDelivery order={order} note={note} />
        </p>
      )}
      {isPaymentNext(order) && (
        <>
          {order.trouble && !isUnderWay && <p className="notice">{order.trouble}</p>}
          <p className="row" id="pay">
            <PayButton order={order} />
            {!isUnderWay && <SharePayment order={order} />}
          </p>
        </>
      )}
    </section>
  );
}
