import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ReactNode, useEffect } from 'react';
import type { CaseStudyDto } from '../../../api/modules/case-studies/dto.ts';
import type { ChangeWithFiles } from '../../../api/modules/chat/requests.ts';
import type { UnprovedAnswerDto } from '../../../api/modules/mail-replies/unproved-answers.ts';
import type { AgreementTerms } from '../../../api/modules/orders/agreements/rules.ts';
import type { Side } from '../../../api/modules/payments/order-changes/rules.ts';
import type { QuoteDto } from '../../../api/modules/quotes/dto.ts';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { timeAgo } from '../../lib/format.ts';
import { onSocketEvent, refreshOnEvent } from '../../lib/socket.ts';
import { $conversation } from '../chat/conversation-store.ts';
import type { Offer } from '../chat/group-messages.ts';

interface Offers<Q> {
  /** Newest first. */
  quotes: Q[];
  /** Of the order, oldest first. */
  changes: ChangeWithFiles[];
  caseStudies: CaseStudyDto[];
  /** Answers by mail that nobody is proved to have written; the owner's only. */
  unproved?: UnprovedAnswerDto[] | undefined;
}

const NONE = { quotes: [], changes: [], caseStudies: [] };

/** The quotes and changes of the open conversation, as `fetchOffers` returns them for this person. */
export function createOffers<Q>(fetchOffers: (conversationId: string) => Promise<Offers<Q>>) {
  const $offers = atom<Offers<Q>>(NONE);
  const load = (conversationId: string): Promise<void> =>
    fetchOffers(conversationId).then(
      ({ quotes, changes, caseStudies, unproved = [] }) =>
        $offers.set({ quotes, changes, caseStudies, unproved }),
      (error) => console.warn('The quotes could not be fetched', error),
    );
  /** Keeps them up to date; returns a function that stops it. */
  const follow = (conversationId: string, orderId: string | null): (() => void) => {
    const refresh = () => void load(conversationId);
    $offers.set(NONE);
    refresh();
    return combineCleanups(
      refreshOnEvent<{ conversationId: string }>(
        'quoteChanged',
        refresh,
        (changed) => changed.conversationId === conversationId,
      ),
      onSocketEvent<{ orderId: string }>('orderChanged', (changed) => {
        if (changed.orderId === orderId) refresh();
      }),
    );
  };
  return { $offers, load, follow };
}

/** The open conversation with its offers, kept up to date; nothing for who may not read them. */
export function useOffers<Q>(
  { $offers, follow }: ReturnType<typeof createOffers<Q>>,
  isAllowed = true,
) {
  const chat = useStore($conversation);
  const offers = useStore($offers);
  const conversation = isAllowed && chat.state === 'loaded' ? chat.value.conversation : null;
  const { _id: id = '', orderId = null } = conversation ?? {};
  useEffect(() => (id ? follow(id, orderId) : undefined), [follow, id, orderId]);
  return { conversation, ...offers };
}

interface Cards<Q> {
  side: Side;
  quote: (quote: Q, terms: AgreementTerms) => ReactNode;
  change: (change: ChangeWithFiles) => ReactNode;
  caseStudy: (caseStudy: CaseStudyDto) => ReactNode;
  unproved?: (answer: UnprovedAnswerDto) => ReactNode;
}

/** The offers at their places in the conversation; a draft has none. */
export function placeOffers<Q extends QuoteDto>(
  { quotes, changes, caseStudies, unproved = [] }: Offers<Q>,
  { side, ...cards }: Cards<Q>,
): Offer[] {
  const isBuyer = side === 'buyer';
  const placed = [
    ...quotes.flatMap((quote) => {
      const { _id: id, sentAt: at, terms, status } = quote;
      if (!at || !terms) return [];
      const isWaiting = isBuyer && status === 'Sent';
      return { ...{ id, at, isWaiting }, mine: !isBuyer, card: cards.quote(quote, terms) };
    }),
    ...changes.map((change) => ({
      ...{ id: change._id, at: change.proposedAt, mine: change.proposedBy === side },
      isWaiting: change.status === 'Proposed' && change.proposedBy !== side,
      clientId: change.isRequest ? change._id : undefined,
      card: cards.change(change),
    })),
    ...caseStudies.map((caseStudy) => ({
      ...{ id: caseStudy._id, at: caseStudy.askedAt, mine: !isBuyer, clientId: caseStudy._id },
      isWaiting: isBuyer && !caseStudy.answeredAt,
      card: cards.caseStudy(caseStudy),
    })),
    ...unproved.map((answer) => ({
      ...{ id: answer._id, at: answer.receivedAt, mine: false, isWaiting: false },
      card: cards.unproved?.(answer),
    })),
  ];
  return placed.toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
}

/** 'You, 3 hours ago' */
export const byline = (name: string, at: string | null): string =>
  at ? `${name}, ${timeAgo(at)}` : name;
