import { useStore } from '@nanostores/react';
import { FilePlus2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { AdminQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { itemPath } from '../../admin/router.ts';
import { Button } from '../../components/Button.tsx';
import { CaseStudyCard } from '../case-studies/CaseStudyCard.tsx';
import type { Offer } from '../chat/group-messages.ts';
import { OwnerUnprovedAnswer } from '../chat/OwnerUnprovedAnswer.tsx';
import { placeOffers, useOffers } from '../offers/offers.tsx';
import { ChangeCard } from '../order-changes/ChangeList.tsx';
import { openChangeDialog } from '../order-changes/change-proposal-store.ts';
import { decideChange } from '../order-changes/owner-change-actions.ts';
import { $busy } from '../orders/owner-orders-store.ts';
import { offersOfOwner, openQuoteForm, withdrawQuote } from './owner-quote-form-store.ts';
import { QuoteCard } from './QuoteCard.tsx';

/**
 * The quotes and changes of the open conversation, the button to write a quote, and the page of its client; nothing for
 * assistants.
 */
export function useOwnerOffers(): { offers?: Offer[]; tools?: ReactNode; personPage?: string } {
  const busy = useStore($busy);
  const isAssistant = useStore($isAssistant);
  const { conversation, quotes, changes, caseStudies, unproved } = useOffers(
    offersOfOwner,
    !isAssistant,
  );
  const { _id: id = '', orderId, buyerId } = conversation ?? {};
  const buyer = buyerId?.name ?? 'The buyer';
  const offers = useMemo(
    () =>
      placeOffers(
        { quotes, changes, caseStudies, unproved },
        {
          side: 'owner',
          quote: (quote, terms) => (
            <QuoteCard quote={quote} terms={terms} name="You" side="owner">
              <QuoteActions quote={quote} conversationId={id} />
            </QuoteCard>
          ),
          change: (change) => (
            <ChangeCard
              change={change}
              side="owner"
              counterpartName={buyer}
              busy={busy}
              answer={(changeId, answer) =>
                void decideChange(orderId ?? '', changeId, answer).then(() =>
                  offersOfOwner.load(id),
                )
              }
              quote={({ _id: requestId, description: text, currency }) =>
                openChangeDialog({ orderId: orderId ?? '', currency, requestId, text })
              }
            />
          ),
          caseStudy: (caseStudy) => (
            <CaseStudyCard caseStudy={caseStudy} name="You" isBuyer={false} />
          ),
          unproved: (answer) => (
            <OwnerUnprovedAnswer answer={answer} onDismissed={() => void offersOfOwner.load(id)} />
          ),
        },
      ),
    [quotes, changes, caseStudies, unproved, busy, buyer, orderId, id],
  );
  if (isAssistant || !id) return {};
  const tools = <WriteQuote conversationId={id} newest={quotes[0]} />;
  return { offers, tools, ...(buyerId && { personPage: itemPath('client', buyerId._id) }) };
}

function QuoteActions({ quote, conversationId }: { quote: AdminQuoteDto; conversationId: string }) {
  if (quote.status !== 'Sent') return null;
  return (
    <p className="row">
      <Button small onClick={() => openQuoteForm(conversationId, quote)}>
        New version
      </Button>
      <Button
        small
        onClick={() => void withdrawQuote(quote._id).then(() => offersOfOwner.load(conversationId))}
      >
        Withdraw
      </Button>
    </p>
  );
}

interface Props {
  conversationId: string;
  newest: AdminQuoteDto | undefined;
}

/** Begins a quote or goes on with its draft; one that is open is changed in its place. */
function WriteQuote({ conversationId, newest }: Props) {
  if (newest?.status === 'Sent') return null;
  const draft = newest?.status === 'Draft' ? newest : undefined;
  return (
    <Button small icon={FilePlus2} onClick={() => openQuoteForm(conversationId, draft)}>
      {draft ? `Go on with "${draft.draft.title}"` : 'Write a quote'}
    </Button>
  );
}
