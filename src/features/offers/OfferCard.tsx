import './offers.css';
import type { ReactNode } from 'react';
import type { ChangeState } from '../../../api/modules/payments/order-changes/rules.ts';
import type { QuoteDto } from '../../../api/modules/quotes/dto.ts';

type State = QuoteDto['status'] | ChangeState;

const TONES: Record<State, string> = {
  Draft: 'amber',
  Sent: 'blue',
  Asked: 'amber',
  Proposed: 'amber',
  Accepted: 'green',
  Included: 'green',
  Declined: 'red',
  Withdrawn: 'red',
  Expired: 'red',
};

interface Props {
  title: string;
  /** What a screen reader calls it; the title otherwise. */
  label?: string;
  state: State;
  children: ReactNode;
}

/** A quote or a change of an order: its title and state, then what it includes and the buttons to answer it. */
export const OfferCard = ({ title, label = title, state, children }: Props) => (
  <article className="inner-card offer" aria-label={label}>
    <header className="offer__head">
      <h3>{title}</h3>
      <span className={`badge badge--${TONES[state]}`}>{state}</span>
    </header>
    {children}
  </article>
);
