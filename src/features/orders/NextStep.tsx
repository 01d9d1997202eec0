import type { BuyerOrderDto } from '../../../api/modules/buyer-pages/order-document.ts';
import { describeNext } from '../../../api/modules/orders/next-rules.ts';
import { plainDate } from '../../lib/format.ts';
import { AcceptDelivery } from './AcceptDelivery.tsx';
import { PageActions } from './OrderActions.tsx';
import { PayButton } from './PayButton.tsx';

/** Who must act next, until when, and the one action for it. */
export function NextStep({ order }: { order: BuyerOrderDto }) {
  const { turn, actions } = order.next;
  const { title, note } = describeNext(order, 'buyer', { day: plainDate, now: new Date() });
  const [first] = actions;
  return (
    <section className="card card--padded next-step" data-turn={turn} aria-labelledby="next-step">
      <div>
        {turn && (
          <p className="eyebrow">
            {turn === 'buyer' ? 'Your turn' : `${order.seller.split(' ')[0]}’s turn`}
          </p>
        )}
        <h2 id="next-step">{title}</h2>
        {note.trim() && <p className="muted text-15">{note}</p>}
      </div>
      <div className="row">
        {first === 'sendRequirements' && (
          <a className="button button--solid" href="#requirements">
            Submit Requirements
          </a>
        )}
        {actions.includes('answerProposal') && (
          <a className="button" href="#changes">
            Answer the proposed change
          </a>
        )}
        {actions.includes('acceptDelivery') && <AcceptDelivery order={order} note={note} />}
        <PayButton order={order} solid={first === 'pay' || first === 'payRest'} />
        <PageActions order={order} />
      </div>
    </section>
  );
}
