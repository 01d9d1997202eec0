import { atom } from 'nanostores';
import { emitToServer, onSocketEvent } from '../../lib/socket.ts';

/** Ids of the users who are online, as far as this user may know. */
export const $online = atom<string[]>([]);
/** The id of the user who is typing in the open conversation. */
export const $typing = atom<string | null>(null);

const SHOWN_MS = 4_000;
const TYPING_INTERVAL_MS = 2_500;
let hideTimer: ReturnType<typeof setTimeout> | undefined;
let lastSentAt = 0;

onSocketEvent<string[]>('getOnlineUsers', (list) => $online.set(list));

export function followTyping(conversationId: string, me: string): () => void {
  return onSocketEvent<{ conversationId: string; userId: string }>('typing', (who) => {
    if (who.conversationId !== conversationId || who.userId === me) return;
    $typing.set(who.userId);
    clearTimeout(hideTimer);
    hideTimer = setTimeout(stopTyping, SHOWN_MS);
  });
}

export function stopTyping(): void {
  clearTimeout(hideTimer);
  $typing.set(null);
}

/** Emits that the user is typing, throttled. */
export function emitTyping(conversationId: string, now = Date.now()): void {
  if (now - lastSentAt < TYPING_INTERVAL_MS) return;
  lastSentAt = now;
  void emitToServer('typing', { conversationId });
}

export const resetTypingThrottle = (): void => {
  lastSentAt = 0;
};
