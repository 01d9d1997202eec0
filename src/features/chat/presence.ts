import { atom } from 'nanostores';
import { emitToServer, onSocketEvent } from '../../lib/socket.ts';

/** Whom we may know to be here (spec §7: getOnlineUsers). */
export const $online = atom<string[]>([]);
/** Who is writing in the open conversation. */
export const $typing = atom<string | null>(null);

const SHOWN_MS = 4_000;
const SAID_EVERY_MS = 2_500;
let fading: ReturnType<typeof setTimeout> | undefined;
let said = 0;

onSocketEvent<string[]>('getOnlineUsers', (list) => $online.set(list));

export function followTyping(conversationId: string, me: string): () => void {
  return onSocketEvent<{ conversationId: string; userId: string }>('typing', (who) => {
    if (who.conversationId !== conversationId || who.userId === me) return;
    $typing.set(who.userId);
    clearTimeout(fading);
    fading = setTimeout(stopTyping, SHOWN_MS);
  });
}

export function stopTyping(): void {
  clearTimeout(fading);
  $typing.set(null);
}

/** Says that we are writing, now and then. */
export function emitTyping(conversationId: string, now = Date.now()): void {
  if (now - said < SAID_EVERY_MS) return;
  said = now;
  void emitToServer('typing', { conversationId });
}

export const typingSent = (): void => {
  said = 0;
};
