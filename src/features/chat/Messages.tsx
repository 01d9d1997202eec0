import { useStore } from '@nanostores/react';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { counted } from '../../lib/format.ts';
import { BubbleGroup } from './BubbleGroup.tsx';
import { group } from './groups.ts';
import { $outbox, waitingFor } from './outbox.ts';
import { loadOlder, reachedEnd } from './stores.ts';
import { $below, $loadingOlder, $open, type Talk } from './talk.ts';

const NEAR_END = 80;

/** The messages. Newer ones never move what is being read; older ones come in above it. */
export function Messages({ talk }: { talk: Talk }) {
  const open = useStore($open);
  const outbox = useStore($outbox);
  const loadingOlder = useStore($loadingOlder);
  const below = useStore($below);
  const list = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const me = open?.me ?? '';
  const orderId = open?.order._id ?? '';
  const waiting = useMemo(() => waitingFor(outbox, me, orderId), [outbox, me, orderId]);
  const days = useMemo(
    () => group(talk.messages, waiting, { me, fresh: talk.fresh, now: Date.now() }),
    [talk.messages, talk.fresh, waiting, me],
  );
  const firstId = talk.messages[0]?._id;
  const lastWaiting = waiting.at(-1)?.clientId;
  useKeptPlace(list, { firstId, lastWaiting, count: talk.messages.length + waiting.length });

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another first message it is looked at anew.
  useEffect(() => {
    if (!top.current || !talk.hasMore) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void loadOlder(), {
      root: list.current,
      rootMargin: '600px 0px 0px 0px',
    });
    near.observe(top.current);
    return () => near.disconnect();
  }, [talk.hasMore, firstId]);

  return (
    <div className="chat__middle">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="chat__list" ref={list} role="log" aria-label="Messages" tabIndex={0}>
        <div ref={top} className="chat__top fine" role="status">
          {loadingOlder && 'Loading earlier messages…'}
        </div>
        {days.length === 0 && (
          <div className="chat__none">
            <MessagesSquare aria-hidden="true" />
            <p>No messages yet. Ask about your order, or tell what matters to you.</p>
          </div>
        )}
        {days.map((day) => (
          <section className="chat__day" key={day.key} aria-label={day.label}>
            <p className="chat__date">
              <span>{day.label}</span>
            </p>
            {day.groups.map((each) => (
              <BubbleGroup key={each.key} group={each} />
            ))}
          </section>
        ))}
      </div>
      {below > 0 && (
        <button
          className="chat__pill"
          type="button"
          onClick={() => list.current?.scrollTo({ top: list.current.scrollHeight })}
        >
          <ArrowDown aria-hidden="true" /> {counted(below, 'new message')}
        </button>
      )}
    </div>
  );
}

interface Marks {
  firstId: string | undefined;
  lastWaiting: string | undefined;
  count: number;
}

/** Stays at the end when it was there, or at what was being read; goes to the end for one's own. */
function useKeptPlace(list: React.RefObject<HTMLDivElement | null>, marks: Marks): void {
  const last = useRef<Marks & { height: number; top: number; atEnd: boolean }>({
    firstId: undefined,
    lastWaiting: undefined,
    count: 0,
    height: 0,
    top: 0,
    atEnd: true,
  });

  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const note = () => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
      Object.assign(last.current, { height: box.scrollHeight, top: box.scrollTop, atEnd });
      reachedEnd(atEnd);
    };
    const resized = new ResizeObserver(() => {
      if (last.current.atEnd) box.scrollTop = box.scrollHeight;
    });
    box.addEventListener('scroll', note, { passive: true });
    resized.observe(box);
    return () => {
      box.removeEventListener('scroll', note);
      resized.disconnect();
    };
  }, [list]);

  const { firstId, lastWaiting, count } = marks;
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    const before = last.current;
    const wrote = lastWaiting !== undefined && lastWaiting !== before.lastWaiting;
    const grewAbove = before.firstId !== undefined && firstId !== before.firstId;
    if (before.atEnd || wrote) box.scrollTop = box.scrollHeight;
    else if (grewAbove) box.scrollTop = before.top + box.scrollHeight - before.height;
    Object.assign(before, {
      firstId,
      lastWaiting,
      count,
      height: box.scrollHeight,
      top: box.scrollTop,
    });
  }, [list, firstId, lastWaiting, count]);
}
