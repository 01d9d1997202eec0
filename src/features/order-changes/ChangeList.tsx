import './changes.css';
import { FilePen } from 'lucide-react';
import type { ChangeDto } from '../../../api/modules/payments/order-changes/dto.ts';
import type { ChangeStatus, Side } from '../../../api/modules/payments/order-changes/rules.ts';
import { Button } from '../../components/Button.tsx';
import { plainDate, pluralize, rupees, timeAgo } from '../../lib/format.ts';

const TONES: Record<ChangeStatus, string> = {
  Proposed: 'amber',
  Accepted: 'green',
  Declined: 'red',
  Withdrawn: 'red',
};

export type Answer = 'accept' | 'decline' | 'withdraw';

interface Props {
  changes: ChangeDto[];
  /** The side that views the list. */
  side: Side;
  /** The name of the other side. */
  counterpartName: string;
  busy: boolean;
  answer: (id: string, answer: Answer) => void;
  /** Absent when the order accepts no more changes. */
  propose?: (() => void) | undefined;
}

/** The proposed changes of an order, and the buttons to answer them. */
export function ChangeList({ changes, side, counterpartName, busy, answer, propose }: Props) {
  if (changes.length === 0 && !propose) return null;
  const isAsked = changes.some(
    ({ status, proposedBy }) => status === 'Proposed' && proposedBy !== side,
  );
  return (
    <section
      className="card card--padded changes"
      data-asked={isAsked || undefined}
      id="changes"
      aria-labelledby="changes-title"
    >
      <h2 id="changes-title">Changes</h2>
      {changes.length === 0 && (
        <p className="muted">
          Something more, or something else? Either side proposes a change with its price; it holds
          once the other accepts.
        </p>
      )}
      {changes.length > 0 && (
        <ul className="stack">
          {changes.toReversed().map((change) => (
            <li key={change._id} className="inner-card">
              <p className="row">
                <strong>Change {change.number}</strong>
                <span className={`badge badge--${TONES[change.status]}`}>{change.status}</span>
                <span className="text-13">
                  {change.proposedBy === side ? 'You' : counterpartName},{' '}
                  {timeAgo(change.proposedAt)}
                  {change.isFromRevision && ' · from a revision request, which does not count'}
                </span>
              </p>
              <p className="order-change__text" dir="auto">
                {change.description}
              </p>
              <p className="order-change__effect">{effectOf(change)}</p>
              {change.status === 'Proposed' && propose && (
                <p className="row">
                  <Answers change={change} side={side} busy={busy} answer={answer} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {propose && (
        <p className="row">
          <Button icon={FilePen} disabled={busy} onClick={propose}>
            {side === 'owner' ? 'Propose a change…' : 'Request a change…'}
          </Button>
        </p>
      )}
    </section>
  );
}

/** '+ ₹500, 2 days more → ₹5,500 in total, delivered by 3 Nov 2026'. */
function effectOf({ amount, extraDays, newTotal, newDeliveryDate }: ChangeDto): string {
  const price = amount > 0 ? `+ ${rupees(amount)}` : 'No charge';
  const parts = [price, extraDays > 0 ? `${pluralize(extraDays, 'day')} more` : ''];
  const result = [
    newTotal !== null && amount > 0 ? `${rupees(newTotal)} in total` : '',
    newDeliveryDate && extraDays > 0 ? `delivery by ${plainDate(newDeliveryDate)}` : '',
  ].filter(Boolean);
  const arrow = result.length > 0 ? ` → ${result.join(', ')}` : '';
  return parts.filter(Boolean).join(', ') + arrow;
}

function Answers({
  change,
  side,
  busy,
  answer,
}: Pick<Props, 'side' | 'busy' | 'answer'> & { change: ChangeDto }) {
  const { _id: id, amount, proposedBy } = change;
  if (proposedBy === side) {
    return (
      <Button small disabled={busy} onClick={() => answer(id, 'withdraw')}>
        Withdraw
      </Button>
    );
  }
  return (
    <>
      <Button variant="solid" small disabled={busy} onClick={() => answer(id, 'accept')}>
        {amount > 0 ? `Accept (+ ${rupees(amount)})` : 'Accept'}
      </Button>
      <Button small disabled={busy} onClick={() => answer(id, 'decline')}>
        Decline
      </Button>
    </>
  );
}
