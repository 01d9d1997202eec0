import type { ReactNode } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { Button } from '../../components/Button.tsx';
import { api, readJson } from '../../lib/api.ts';
import { promisedDay } from '../../lib/format.ts';
import { AcceptDelivery } from '../deliveries/AcceptDelivery.tsx';
import { ChatButton, Wishes } from './OrderActions.tsx';
import { changeOrder } from './orders-store.ts';
import { isPaymentNext, opensFiles, usePaymentUnderWay } from './PayButton.tsx';
import { PayDue } from './PayDue.tsx';
import { Requirements } from './Requirements.tsx';

const sayIsSent = (orderId: string) =>
  changeOrder(orderId, () =>
    readJson(api.gig.order[':orderId'].sent.$post({ param: { orderId } })),
  );

interface Props {
  order: BuyerOrderDto;
  /** The proposal to answer. */
  children: ReactNode;
}

/** Who must act next, until when, and the one action for it, with what it needs. */
export function NextStep({ order, children }: Props) {
  const { turn, actions, step } = order.next;
  const isUnderWay = usePaymentUnderWay(order) && isPaymentNext(order);
  const described = describeNext(order, 'buyer', { day: promisedDay, now: new Date() });
  const { title, note } = isUnderWay ? { title: 'Payment under way', note: '' } : described;
  const [first] = actions;
  return (
    <section
      className="card card--padded stack next-step no-print"
      data-turn={turn}
      aria-labelledby="next-step"
    >
      <div className="stack stack--small">
        {turn && !isUnderWay && (
          <p className="eyebrow">
            {turn === 'buyer' ? 'Your turn' : `${order.seller.split(' ')[0]}’s turn`}
          </p>
        )}
        <h2 className="title-20" id="next-step">
          {title}
        </h2>
        {note && <p className="muted text-15">{note}</p>}
      </div>
      {children}
      {first === 'sendRequirements' && (
        <Requirements order={order} closed={false} isNext={step === 'sendRequirements'} />
      )}
      {first === 'sendAnswer' && (
        <p className="row">
          <ChatButton order={order} solid label="Send it in the conversation" />
          <Button onClick={() => void sayIsSent(order._id)}>I have sent it</Button>
        </p>
      )}
      {actions.includes('acceptDelivery') && (
        <p className="row">
          <AcceptDelivery order={order} note={note} />
        </p>
      )}
      {isPaymentNext(order) && !opensFiles(order) && <PayDue order={order} solid />}
      <Wishes order={order} />
    </section>
  );
}
