import './quotes.css';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import type { QuoteDto } from '../../../api/modules/quotes/dto.ts';
import { rupees, toRupees } from '../../../api/platform/money/rules.ts';
import { Button } from '../../components/Button.tsx';
import { plainDate } from '../../lib/format.ts';
import { $conversation } from '../chat/conversation-store.ts';
import { QuoteCard } from './QuoteCard.tsx';
import {
  $busy,
  $quotes,
  declineQuote,
  followQuotes,
  openAcceptDialog,
  payOrder,
} from './quotes-store.ts';

/** The newest quote of the open conversation, with the buyer's actions. */
export function QuotePanel() {
  const chat = useStore($conversation);
  const [quote] = useStore($quotes);
  const id = chat.state === 'loaded' ? chat.value.conversation._id : '';
  useEffect(() => (id ? followQuotes(id) : undefined), [id]);
  if (!quote?.terms) return null;
  return (
    <section className="quotes" aria-label="Quote">
      <QuoteCard quote={quote} terms={quote.terms}>
        <Actions quote={quote} parts={quote.terms.parts} />
      </QuoteCard>
    </section>
  );
}

interface Props {
  quote: QuoteDto;
  parts: AgreementTerms['parts'];
}

function Actions({ quote, parts }: Props) {
  const busy = useStore($busy);
  if (quote.status === 'Sent') {
    return (
      <p className="row quote__actions">
        <Button variant="solid" onClick={() => openAcceptDialog(quote)}>
          Accept
        </Button>
        <Button onClick={() => void declineQuote(quote)}>Decline</Button>
      </p>
    );
  }
  const { orderId } = quote;
  if (quote.status !== 'Accepted' || !orderId) return null;
  return (
    <>
      {quote.payBy && (
        <p className="text-15">
          Accepted. Pay {parts.length > 1 && 'the first part '}by {plainDate(quote.payBy)} to begin;
          otherwise it lapses.
        </p>
      )}
      <p className="row quote__actions">
        {quote.payBy ? (
          <Button variant="solid" disabled={busy} onClick={() => void payOrder(orderId)}>
            Pay {rupees(toRupees(parts[0]?.amount ?? 0))}
          </Button>
        ) : (
          <a className="button" href={`/orders/${orderId}`}>
            See the order
          </a>
        )}
      </p>
    </>
  );
}
