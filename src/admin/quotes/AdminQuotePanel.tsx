import '../../features/quotes/quotes.css';
import { useStore } from '@nanostores/react';
import { FilePlus2 } from 'lucide-react';
import { useEffect } from 'react';
import type { AdminQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { Button } from '../../components/Button.tsx';
import { $conversation } from '../../features/chat/conversation-store.ts';
import { QuoteCard } from '../../features/quotes/QuoteCard.tsx';
import { QuoteForm } from './QuoteForm.tsx';
import {
  $quoteForm,
  $quotes,
  followQuotes,
  openQuoteForm,
  withdrawQuote,
} from './quote-form-store.ts';

/** The newest quote of the open conversation, and the form for a new one. */
export function AdminQuotePanel() {
  const chat = useStore($conversation);
  const [quote] = useStore($quotes);
  const writing = useStore($quoteForm);
  const id = chat.state === 'loaded' ? chat.value.conversation._id : '';
  useEffect(() => (id ? followQuotes(id) : undefined), [id]);
  if (!id) return null;
  return (
    <section className="quotes" aria-label="Quote">
      {quote?.terms && (
        <QuoteCard quote={quote} terms={quote.terms}>
          <Actions quote={quote} conversationId={id} />
        </QuoteCard>
      )}
      {quote?.status !== 'Sent' && (
        <p className="row">
          <Button
            small
            icon={FilePlus2}
            onClick={() => openQuoteForm(id, quote?.status === 'Draft' ? quote : undefined)}
          >
            {quote?.status === 'Draft' ? `Go on with "${quote.draft.title}"` : 'Write a quote'}
          </Button>
        </p>
      )}
      {writing && <QuoteForm />}
    </section>
  );
}

function Actions({ quote, conversationId }: { quote: AdminQuoteDto; conversationId: string }) {
  if (quote.status !== 'Sent') return null;
  return (
    <p className="row quote__actions">
      <Button small onClick={() => openQuoteForm(conversationId, quote)}>
        New version
      </Button>
      <Button small onClick={() => void withdrawQuote(quote._id)}>
        Withdraw
      </Button>
    </p>
  );
}
