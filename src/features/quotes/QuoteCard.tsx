import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import type { Side } from '../../../api/modules/payments/order-changes/rules.ts';
import type { BuyerQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { TRIGGER_NAMES } from '../../../api/modules/quotes/texts.ts';
import { AmountList } from '../../components/AmountList.tsx';
import { pluralize, priceOf, promisedDay } from '../../lib/format.ts';
import { OfferCard } from '../offers/OfferCard.tsx';
import { byline } from '../offers/offers.tsx';
import { OrderDrawing } from '../orders/OrderDrawing.tsx';

interface Props {
  quote: BuyerQuoteDto;
  terms: AgreementTerms;
  /** Who sent it. */
  name: string;
  side: Side;
  /** The actions for the quote. */
  children?: ReactNode;
}

/** A quote with every amount, and what it includes; folded when it is decided. */
export function QuoteCard({ quote, terms, name, side, children }: Props) {
  const { status, validUntil, drawing } = quote;
  return (
    <OfferCard
      title={terms.title}
      label={`Quote: ${terms.title}`}
      state={quote.isReplaced ? 'Replaced' : status}
      isWaiting={side === 'buyer' && status === 'Sent'}
      by={byline(name, quote.sentAt)}
    >
      {status === 'Sent' ? (
        <>
          <QuoteTerms terms={terms} />
          {drawing && <OrderDrawing drawing={drawing} size="card" />}
          {validUntil && <p className="text-13">{`Valid until ${promisedDay(validUntil)}`}</p>}
        </>
      ) : (
        <details>
          <summary className="disclosure text-15">
            {priceOf(terms.total, terms.currency)}
            {terms.parts.length > 1 && ` in ${terms.parts.length} parts`}
            <ChevronDown aria-hidden="true" />
          </summary>
          <QuoteTerms terms={terms} />
        </details>
      )}
      {children}
    </OfferCard>
  );
}

const QuoteTerms = ({
  terms: { scope, total, currency, parts, deliveryDays, revisions },
}: Pick<Props, 'terms'>) => (
  <div className="stack stack--small">
    <ul className="bullets">
      {scope.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
    <AmountList
      rows={[
        { name: 'Total', amount: priceOf(total, currency) },
        ...(parts.length > 1 ? parts : []).map((part, at) => ({
          name: `Part ${at + 1} of ${parts.length}${part.title && `, ${part.title}`}`,
          note: part.payBy ? `on ${promisedDay(part.payBy)}` : TRIGGER_NAMES[part.due],
          amount: priceOf(part.amount, currency),
        })),
      ]}
    />
    <p className="text-13">{`${pluralize(deliveryDays, 'day')} to delivery · ${pluralize(revisions, 'revision')}`}</p>
  </div>
);
