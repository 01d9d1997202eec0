import './disputes.css';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import type { DisputeDto } from '../../../api/modules/payments/disputes/dto.ts';
import { timeLeft } from '../../../api/modules/payments/disputes/rules.ts';
import { dayAndMonth, rupees } from '../../lib/format.ts';
import { itemPath } from '../router.ts';

/** For example 'Reply to the bank by 28 Nov (6 days left)'; or a text that the bank reviews the answer. */
export function disputeDeadline({ status, respondBy }: Pick<DisputeDto, 'status' | 'respondBy'>) {
  if (status === 'under_review') return 'The bank has your answer';
  const now = new Date();
  const left = Date.parse(respondBy) < now.getTime() ? '' : ' left';
  return `Reply to the bank by ${dayAndMonth(respondBy)} (${timeLeft(respondBy, now)}${left})`;
}

/** Disputes that the bank has not decided, the most urgent first; nothing while there are none. */
export function DisputeList({ disputes }: { disputes: DisputeDto[] }) {
  if (disputes.length === 0) return null;
  return (
    <ul className="row-list row-list--columns disputes" aria-label="Disputes">
      {disputes.map((dispute) => (
        <li key={dispute._id} className="row-list__row">
          <span className="badge badge--red">Dispute</span>
          <span className="row-list__main">
            <strong>{disputeDeadline(dispute)}</strong>
            <span className="text-13">
              {[dispute.buyer, dispute.reason].filter(Boolean).join(' · ')}
            </span>
          </span>
          {dispute.orderId ? (
            <a className="button button--small" href={itemPath('order', dispute.orderId)}>
              Order #{orderNumber(dispute.orderId)}
            </a>
          ) : (
            <span className="text-13">Without an order</span>
          )}
          <span className="price row-list__end">{rupees(dispute.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
