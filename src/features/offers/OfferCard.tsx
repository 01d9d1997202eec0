import './offers.css';
import type { ReactNode } from 'react';
import type { ChangeState } from '../../../api/modules/payments/order-changes/rules.ts';
import type { QuoteDto } from '../../../api/modules/quotes/dto.ts';

type State = QuoteDto['status'] | ChangeState | 'Replaced' | 'Only you see this';

const TONES: Record<State, string> = {
  Draft: 'amber',
  Sent: 'blue',
  Asked: 'amber',
  Proposed: 'amber',
  Accepted: 'green',
  Included: 'green',
  Declined: 'red',
  Withdrawn: 'red',
  Replaced: 'amber',
  Expired: 'red',
  'Only you see this': 'amber',
};

/** What a state is called where its own name says it badly. */
const WORDS: Partial<Record<State, string>> = { Asked: 'Requested' };

interface Props {
  title: string;
  /** What a screen reader calls it; the title otherwise. */
  label?: string;
  state: State;
  /** Whether the reader is to answer it. */
  isWaiting?: boolean;
  /** Who made it, and when. */
  by: string;
  children: ReactNode;
}

/** A quote or a change of an order: its title and state, then what it includes and the buttons to answer it. */
export const OfferCard = ({ title, label = title, state, isWaiting, by, children }: Props) => (
  <article className="inner-card" aria-label={label}>
    <header className="row space-between">
      <div>
        <h3 className="title-17">{title}</h3>
        <p className="text-13">{by}</p>
      </div>
      <span className={`badge badge--${TONES[state]}`}>
        {isWaiting ? 'Waiting for you' : (WORDS[state] ?? state)}
      </span>
    </header>
    {children}
  </article>
);
