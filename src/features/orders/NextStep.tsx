import type { OrderPageDto } from '../../../api/modules/buyer-pages/order-page.ts';
import { AcceptDelivery } from './AcceptDelivery.tsx';
import { nextStepOf } from './next-step.ts';
import { PageActions } from './OrderActions.tsx';
import { PayButton } from './PayButton.tsx';

const asksForAnswer = ({ changes }: OrderPageDto): boolean =>
  changes.some(({ status, proposedBy }) => status === 'Proposed' && proposedBy === 'owner');

/** Who must act next, until when, and the one action for it. */
export function NextStep({ order }: { order: OrderPageDto }) {
  const { turn, title, note, action } = nextStepOf(order);
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
        {action === 'requirements' && (
          <a className="button button--solid" href="#requirements">
            Submit Requirements
          </a>
        )}
        {asksForAnswer(order) && (
          <a className="button" href="#changes">
            Answer the proposed change
          </a>
        )}
        {action === 'accept' && <AcceptDelivery order={order} note={note} />}
        <PayButton order={order} solid={action === 'pay'} />
        <PageActions order={order} />
      </div>
    </section>
  );
}
