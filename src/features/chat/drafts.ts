import { persistentMap } from '@nanostores/persistent';

/** What somebody began to write, by order. */
export const $drafts = persistentMap<Record<string, string | undefined>>('chat-draft:', {});

export const draftOf = (orderId: string): string => $drafts.get()[orderId] ?? '';

export const keepDraft = (orderId: string, text: string): void =>
  $drafts.setKey(orderId, text === '' ? undefined : text);
