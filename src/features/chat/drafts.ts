import { persistentMap } from '@nanostores/persistent';

/** Unsent text by order id. */
export const $drafts = persistentMap<Record<string, string | undefined>>('chat-draft:', {});

export const draftOf = (orderId: string): string => $drafts.get()[orderId] ?? '';

export const saveDraft = (orderId: string, text: string): void =>
  $drafts.setKey(orderId, text === '' ? undefined : text);
