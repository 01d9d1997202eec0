import { persistentMap } from '../../lib/persistent.ts';
import { CHAT_DRAFT_PREFIX } from '../../lib/storage-keys.ts';

/** Unsent text by order id. */
const $drafts = persistentMap<Record<string, string | undefined>>(CHAT_DRAFT_PREFIX, {});

export const draftOf = (orderId: string): string => $drafts.get()[orderId] ?? '';

export const saveDraft = (orderId: string, text: string): void =>
  $drafts.setKey(orderId, text === '' ? undefined : text);
