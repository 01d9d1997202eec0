import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import type { BuyerQuoteDto } from '../../../api/modules/quotes/dto.ts';
import { Button } from '../../components/Button.tsx';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { priceOf, promisedDay } from '../../lib/format.ts';
import { CaseStudyCard } from '../case-studies/CaseStudyCard.tsx';
import { closeChat } from '../chat/chat-actions.ts';
import { placeOffers, useOffers } from '../offers/offers.tsx';
import { ChangeCard } from '../order-changes/ChangeList.tsx';
import { decideChange } from '../order-changes/change-proposal-store.ts';
import { $busy as $isChanging } from '../orders/orders-store.ts';
import { QuoteCard } from './QuoteCard.tsx';
import { $busy, declineQuote, offersOfBuyer, openAcceptDialog, payOrder } from './quotes-store.ts';

const Chat = loadOnDemand(async () => (await import('../chat/Chat.tsx')).Chat, {
  close: closeChat,
});

const AnswerForm = loadOnDemand(
  async () => (await import('../case-studies/AnswerForm.tsx')).AnswerForm,
);

/** The conversation with the quotes and changes that the buyer answers in it. */
export function BuyerChat() {
  const isChanging = useStore($isChanging);
  const { conversation, quotes, changes, caseStudies } = useOffers(offersOfBuyer);
  const { _id: id = '', orderId, adminId } = conversation ?? {};
  const name = adminId?.name.split(' ')[0] ?? 'The seller';
  const offers = useMemo(
    () =>
      placeOffers(
        { quotes, changes, caseStudies },
        {
          side: 'buyer',
          quote: (quote, terms) => (
            <QuoteCard quote={quote} terms={terms} name={name} side="buyer">
              <QuoteActions quote={quote} terms={terms} />
            </QuoteCard>
          ),
          change: (change) => (
            <ChangeCard
              change={change}
              side="buyer"
              counterpartName={name}
              busy={isChanging}
              answer={(changeId, answer) =>
                void decideChange(orderId ?? '', changeId, answer).then(() =>
                  offersOfBuyer.load(id),
                )
              }
            />
          ),
          caseStudy: (caseStudy) => (
            <CaseStudyCard caseStudy={caseStudy} name={name} isBuyer>
              {!caseStudy.answeredAt && (
                <AnswerForm caseStudy={caseStudy} onAnswered={() => void offersOfBuyer.load(id)} />
              )}
            </CaseStudyCard>
          ),
        },
      ),
    [quotes, changes, caseStudies, name, isChanging, orderId, id],
  );
  return <Chat offers={offers} />;
}

interface Props {
  quote: BuyerQuoteDto;
  terms: AgreementTerms;
}

function QuoteActions({ quote, terms: { parts, currency } }: Props) {
  const busy = useStore($busy);
  if (quote.status === 'Sent') {
    return (
      <p className="row">
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
          Accepted. Pay {parts.length > 1 && 'the first part '}by {promisedDay(quote.payBy)} to
          begin; otherwise it lapses.
        </p>
      )}
      <p className="row">
        {quote.payBy ? (
          <Button variant="solid" disabled={busy} onClick={() => void payOrder(orderId)}>
            Pay {priceOf(parts[0]?.amount ?? 0, currency)}
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
