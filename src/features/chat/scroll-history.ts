import { $atEnd, $below, $older, $open, change, fetchPage, here } from './conversation.ts';
import { merge } from './merge-messages.ts';
import { earlierThanShown, moved } from './visible-messages.ts';

/** Shows what comes before: what is known already, or the next page of it. */
export async function showEarlier(): Promise<void> {
  const talk = here();
  if (!talk) return;
  if (earlierThanShown(talk) > 0) change((now) => moved(now, 'earlier'));
  else if (talk.hasMore) await loadOlder();
}

export const showLater = (): void => change((now) => moved(now, 'later'));

export function showNewest(): void {
  reachedEnd(true);
  change((now) => ({ ...now, later: 0 }));
}

/** Fetches the page before the first message, and shows it. */
async function loadOlder(): Promise<void> {
  const [open, first] = [$open.get(), here()?.messages[0]];
  if (!open || !first || $older.get() === 'loading') return;
  $older.set('loading');
  try {
    const page = await fetchPage(open.order._id, first._id);
    if ($open.get() !== open) return;
    $older.set('idle');
    change((now) => {
      const talk = { ...now, messages: merge(now.messages, page.messages), hasMore: page.hasMore };
      return $atEnd.get() ? talk : moved(talk, 'earlier');
    });
  } catch {
    if ($open.get() === open) $older.set('failed');
  }
}

export function reachedEnd(atEnd: boolean): void {
  if ($atEnd.get() !== atEnd) $atEnd.set(atEnd);
  if (atEnd && $below.get() > 0) $below.set(0);
}
