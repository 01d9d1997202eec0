import { useStore } from '@nanostores/react';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { pluralize } from '../../lib/format.ts';
import { $session } from '../account/session.ts';
import { BubbleGroup } from './BubbleGroup.tsx';
import {
  $newBelowCount,
  $olderPage,
  $openChat,
  $targetOffer,
  type OpenConversation,
} from './conversation-store.ts';
import { groupMessages, type Offer } from './group-messages.ts';
import { $outbox, queuedFor } from './outbox.ts';
import { ScrollAnchor } from './ScrollAnchor.tsx';
import { showEarlier, showLater, showNewest, showTime } from './scroll-history.ts';
import { countEarlier, visibleMessages, visibleOffers } from './visible-messages.ts';

const AHEAD = '600px';

interface Props {
  chat: OpenConversation;
  offers: Offer[];
}

/** The messages and offers; what is added at either end does not move the scroll position. */
export function Messages({ chat, offers }: Props) {
  const open = useStore($openChat);
  const outbox = useStore($outbox);
  const older = useStore($olderPage);
  const below = useStore($newBelowCount);
  const top = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  const session = useStore($session);
  const isBuyer = 'user' in session && session.user.role === 'buyer';
  const me = open?.me ?? '';
  const orderId = open?.id ?? '';
  const newest = chat.later === 0;
  const days = useMemo(() => {
    const waiting = newest ? queuedFor(outbox, me, orderId) : [];
    const shown = visibleOffers(offers, chat);
    return groupMessages(visibleMessages(chat), waiting, { me, now: Date.now(), offers: shown });
  }, [chat, newest, outbox, me, orderId, offers]);
  const target = useStore($targetOffer);
  const targetTime = offers.find(({ id }) => id === target)?.at;
  useEffect(() => {
    if (targetTime) void showTime(targetTime);
  }, [targetTime]);
  const earlier = chat.hasMore || countEarlier(chat) > 0;
  const span = `${chat.messages.length} ${chat.later}`;
  useNear(top, earlier && span, () => void showEarlier());
  useNear(bottom, !newest && span, showLater);

  return (
    <div className="chat__middle">
      <ScrollAnchor newest={newest} target={target && `offer-${target}`}>
        <div ref={top} className="chat__top text-13" role="status">
          {older === 'loading' && 'Loading earlier messages…'}
          {older === 'failed' && (
            <>
              Earlier messages could not be loaded.{' '}
              <Button variant="quiet" small onClick={() => void showEarlier()}>
                Try again
              </Button>
            </>
          )}
        </div>
        {days.length === 0 && (
          <EmptyState icon={MessagesSquare} title="No messages yet">
            <p>
              {isBuyer
                ? 'Ask about your order, or tell us what matters to you.'
                : 'What you and the buyer write about the order appears here.'}
            </p>
          </EmptyState>
        )}
        {days.map((day) => (
          <section className="stack stack--medium" key={day.key} aria-label={day.label}>
            <p className="chat__date">
              <span>{day.label}</span>
            </p>
            {day.groups.map((each) =>
              each.offer ? (
                <div
                  className="chat__offer"
                  key={each.key}
                  data-key={each.key}
                  data-side={each.mine ? 'mine' : 'other'}
                >
                  {each.offer.card}
                </div>
              ) : (
                <BubbleGroup key={each.key} group={each} />
              ),
            )}
          </section>
        ))}
        <div ref={bottom} />
      </ScrollAnchor>
      {(below > 0 || !newest) && (
        <button
          className="button button--solid button--small chat__pill"
          type="button"
          onClick={showNewest}
        >
          <ArrowDown aria-hidden="true" />{' '}
          <span>{below > 0 ? pluralize(below, 'new message') : 'Newest messages'}</span>
        </button>
      )}
    </div>
  );
}

/**
 * Calls back when the sentinel element is near the viewport, once for each `span` of messages; never without
 * one.
 */
function useNear(
  sentinel: RefObject<HTMLElement | null>,
  span: string | false,
  call: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is the same store action each time.
  useEffect(() => {
    const element = sentinel.current;
    if (!element || !span) return;
    // A busy browser reports several positions at once; the last one is where the element is.
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && call(),
      { root: element.parentElement, rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [sentinel, span]);
}
