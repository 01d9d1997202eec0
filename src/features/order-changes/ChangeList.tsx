import '../offers/offers.css';
import { CalendarClock, FilePen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChangeWithFiles } from '../../../api/modules/chat/requests.ts';
import { DAYS_TO_PAY } from '../../../api/modules/payments/instalment-rules.ts';
import type { Side } from '../../../api/modules/payments/order-changes/rules.ts';
import { Button } from '../../components/Button.tsx';
import { pluralize, price, promisedDay } from '../../lib/format.ts';
import { Attachment, LinkedText } from '../chat/MessageContent.tsx';
import { OfferCard } from '../offers/OfferCard.tsx';
import { byline } from '../offers/offers.tsx';

export type Answer = 'accept' | 'decline' | 'withdraw';

interface CardProps {
  /** The side that views it. */
  side: Side;
  /** The name of the other side. */
  counterpartName: string;
  busy: boolean;
  answer: (id: string, answer: Answer) => void;
  /** Opens the owner's form for a price; absent for the buyer. */
  quote?: (request: ChangeWithFiles) => void;
}

interface Props extends CardProps {
  changes: ChangeWithFiles[];
  /** The owner's form. Absent for the buyer, and when the order accepts no more changes. */
  propose?: (() => void) | undefined;
  /** Asks for more time; only the owner of an order to deliver. */
  askForTime?: (() => void) | undefined;
}

/** What was asked for and proposed beyond the order, and the buttons to answer it. */
export function ChangeList(props: Props) {
  const { changes, side, busy, propose, askForTime } = props;
  if (changes.length === 0 && !propose) return null;
  const isAsked = changes.some(
    ({ status, proposedBy }) => status === 'Proposed' && proposedBy !== side,
  );
  return (
    <section
      className={`card card--padded stack changes ${changes.length === 0 ? 'no-print' : ''}`}
      data-asked={isAsked || undefined}
      id="changes"
      aria-labelledby="changes-title"
    >
      <h2 id="changes-title">Changes</h2>
      {changes.length === 0 && (
        <p className="muted">Propose extra work and its price. It counts once the buyer accepts.</p>
      )}
      {changes.length > 0 && (
        <ul className="stack">
          {changes.toReversed().map((change) => (
            <li key={change._id}>
              <ChangeCard change={change} {...props} />
            </li>
          ))}
        </ul>
      )}
      {propose && (
        <p className="row">
          <Button icon={FilePen} disabled={busy} onClick={propose}>
            Propose a change…
          </Button>
          {askForTime && (
            <Button icon={CalendarClock} disabled={busy} onClick={askForTime}>
              Ask for more time…
            </Button>
          )}
        </p>
      )}
    </section>
  );
}

/** What one side asked for or proposed, with the buttons to answer it while it is open. */
export function ChangeCard({ change, ...props }: CardProps & { change: ChangeWithFiles }) {
  const { side, counterpartName } = props;
  const { number, state, description, files, isRequest, isMoreTime, isFromRevision } = change;
  return (
    <OfferCard
      title={isMoreTime ? 'More time' : `Change ${number}`}
      label={`Change ${number}`}
      state={state}
      isWaiting={change.status === 'Proposed' && change.proposedBy !== side}
      by={`${byline(change.proposedBy === side ? 'You' : counterpartName, change.proposedAt)}${
        isFromRevision ? ' · from a revision request; uses no revision' : ''
      }`}
    >
      <p className="written-text" dir="auto">
        <LinkedText text={description} />
      </p>
      {files.length > 0 && (
        <div className="stack stack--small">
          {files.map((file) => (
            <Attachment key={file._id} file={file} />
          ))}
        </div>
      )}
      {!isRequest && <p className="text-15">{effectOf(change)}</p>}
      {change.status === 'Proposed' && change.amount > 0 && (
        <p className="text-13">Payable within {pluralize(DAYS_TO_PAY, 'day')} of accepting</p>
      )}
      {change.status === 'Proposed' && <p className="row">{answersTo(change, props)}</p>}
    </OfferCard>
  );
}

/** '+ ₹500, 2 days more → ₹5,500 in total, delivered by 3 Nov 2026'. */
function effectOf({
  amount,
  currency,
  extraDays,
  newTotal,
  newDeliveryDate,
}: ChangeWithFiles): string {
  const charge = amount > 0 ? `+ ${price(amount, currency)}` : extraDays > 0 ? '' : 'No charge';
  const parts = [charge, extraDays > 0 ? `${pluralize(extraDays, 'day')} more` : ''];
  const result = [
    newTotal !== null && amount > 0 ? `${price(newTotal, currency)} in total` : '',
    newDeliveryDate && extraDays > 0 ? `delivery by ${promisedDay(newDeliveryDate)}` : '',
  ].filter(Boolean);
  const arrow = result.length > 0 ? ` → ${result.join(', ')}` : '';
  return parts.filter(Boolean).join(', ') + arrow;
}

function answersTo(change: ChangeWithFiles, { side, busy, answer, quote }: CardProps): ReactNode {
  const { _id: id, amount, currency, isRequest, proposedBy } = change;
  const button = (label: string, to: Answer) => (
    <Button small disabled={busy} onClick={() => answer(id, to)}>
      {label}
    </Button>
  );
  if (proposedBy === side) return button('Withdraw', 'withdraw');
  if (isRequest && quote) {
    return (
      <>
        <Button variant="solid" small disabled={busy} onClick={() => quote(change)}>
          Quote as extra…
        </Button>
        {button('Include at no charge', 'accept')}
        {button('Decline', 'decline')}
      </>
    );
  }
  return (
    <>
      <Button variant="solid" small disabled={busy} onClick={() => answer(id, 'accept')}>
        {amount > 0 ? `Accept (+ ${price(amount, currency)})` : 'Accept'}
      </Button>
      {button('Decline', 'decline')}
    </>
  );
}
