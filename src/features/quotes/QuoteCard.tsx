import './quotes.css';
import type { ReactNode } from 'react';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import type { QuoteDto } from '../../../api/modules/quotes/dto.ts';
import { TRIGGER_NAMES } from '../../../api/modules/quotes/texts.ts';
import { rupees, toRupees } from '../../../api/platform/money/rules.ts';
import { plainDate, pluralize } from '../../lib/format.ts';
import { OfferCard } from '../offers/OfferCard.tsx';

interface Props {
  quote: QuoteDto;
  terms: AgreementTerms;
  /** The actions for the quote. */
  children?: ReactNode;
}

/** A quote with every amount, and what it includes. */
export const QuoteCard = ({ quote, terms, children }: Props) => (
  <OfferCard title={terms.title} label={`Quote: ${terms.title}`} state={quote.status}>
    <ul className="quote__scope">
      {terms.scope.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
    <dl className="quote__amounts">
      <div className="quote__total">
        <dt>Total</dt>
        <dd className="price">{rupees(toRupees(terms.total))}</dd>
      </div>
      {terms.parts.length > 1 && <Instalments terms={terms} />}
    </dl>
    <p className="text-13">
      {pluralize(terms.deliveryDays, 'day')} to delivery · {pluralize(terms.revisions, 'revision')}
      {quote.status === 'Sent' &&
        quote.validUntil &&
        ` · valid until ${plainDate(quote.validUntil)}`}
    </p>
    {children}
  </OfferCard>
);

const Instalments = ({ terms }: { terms: AgreementTerms }) =>
  [...terms.parts.entries()].map(([at, instalment]) => (
    <div key={at}>
      <dt>
        Part {at + 1} of {terms.parts.length}
        {instalment.title && `, ${instalment.title}`}{' '}
        <span className="text-13">
          {instalment.payBy ? `on ${plainDate(instalment.payBy)}` : TRIGGER_NAMES[instalment.due]}
        </span>
      </dt>
      <dd className="price">{rupees(toRupees(instalment.amount))}</dd>
    </div>
  ));
