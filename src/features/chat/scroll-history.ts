import {
  $isAtEnd,
  $newBelowCount,
  $olderPage,
  $openChat,
  CATCH_UP_PAGES,
  currentChat,
  fetchPage,
  updateConversation,
} from './conversation-store.ts';
import { mergeMessages } from './merge-messages.ts';
import { countEarlier, moveVisibleWindow, moveWindowTo } from './visible-messages.ts';

/** Shows earlier messages, from memory or from the server. */
export async function showEarlier(): Promise<void> {
  const chat = currentChat();
  if (!chat) return;
  if (countEarlier(chat) > 0) updateConversation((now) => moveVisibleWindow(now, 'earlier'));
  else if (chat.hasMore) await loadOlder();
}

export const showLater = (): void => updateConversation((now) => moveVisibleWindow(now, 'later'));

export function showNewest(): void {
  setIsAtEnd(true);
  updateConversation((now) => ({ ...now, later: 0 }));
}

/** Shows what was written at this time, loading the pages up to it. */
export async function showTime(at: string): Promise<void> {
  for (let page = 0; page < CATCH_UP_PAGES; page += 1) {
    const chat = currentChat();
    const [first] = chat?.messages ?? [];
    if (!chat?.hasMore || !first || first.createdAt <= at) break;
    await loadOlder();
    if ($olderPage.get() === 'failed') return;
  }
  updateConversation((now) => moveWindowTo(now, at));
}

/** Fetches and shows the page before the first message. */
async function loadOlder(): Promise<void> {
  const [open, first] = [$openChat.get(), currentChat()?.messages[0]];
  if (!open || !first || $olderPage.get() === 'loading') return;
  $olderPage.set('loading');
  try {
    const page = await fetchPage(open, first._id);
    if ($openChat.get() !== open) return;
    $olderPage.set('idle');
    updateConversation((now) => {
      const chat = {
        ...now,
        messages: mergeMessages(now.messages, page.messages),
        hasMore: page.hasMore,
      };
      return $isAtEnd.get() ? chat : moveVisibleWindow(chat, 'earlier');
    });
  } catch {
    if ($openChat.get() === open) $olderPage.set('failed');
  }
}

export function setIsAtEnd(atEnd: boolean): void {
  if ($isAtEnd.get() !== atEnd) $isAtEnd.set(atEnd);
  if (atEnd && $newBelowCount.get() > 0) $newBelowCount.set(0);
}
