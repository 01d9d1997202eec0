import { atom } from 'nanostores';
import { refreshOnEvent } from '../../lib/socket.ts';

/** The quotes of the open conversation, newest first, as `fetchQuotes` returns them for this person. */
export function createQuoteList<Q>(fetchQuotes: (id: string) => Promise<{ quotes: Q[] }>) {
  const $quotes = atom<Q[]>([]);
  const load = (conversationId: string): Promise<void> =>
    fetchQuotes(conversationId).then(
      ({ quotes }) => $quotes.set(quotes),
      (error) => console.warn('The quotes could not be fetched', error),
    );
  /** Keeps the quotes of a conversation up to date; returns a function that stops it. */
  const follow = (conversationId: string): (() => void) => {
    const refresh = () => void load(conversationId);
    $quotes.set([]);
    refresh();
    const isMeant = (changed: { conversationId: string }) =>
      changed.conversationId === conversationId;
    return refreshOnEvent('quoteChanged', refresh, isMeant);
  };
  return { $quotes, load, follow };
}
