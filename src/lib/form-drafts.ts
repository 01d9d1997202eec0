import { useStore } from '@nanostores/react';
import { persistentMap } from './persistent.ts';
import { FORM_DRAFT_PREFIX } from './storage-keys.ts';

type Fields = Record<string, string>;

/** What was typed and not sent, by form: a reload or the end of the session must not lose it. */
const $formDrafts = persistentMap<Record<string, Fields | undefined>>(
  FORM_DRAFT_PREFIX,
  {},
  { encode: JSON.stringify, decode },
);

function decode(stored: string): Fields | undefined {
  try {
    const fields: unknown = JSON.parse(stored);
    return typeof fields === 'object' && fields !== null ? (fields as Fields) : undefined;
  } catch {
    return undefined;
  }
}

export const formDraft = (form: string): Fields => $formDrafts.get()[form] ?? {};

/** `undefined` once it is sent. */
export const saveFormDraft = (form: string, fields: Fields | undefined): void =>
  $formDrafts.setKey(form, fields);

/** The draft of a form with one text. */
export function useTextDraft(form: string): [string, (text: string) => void] {
  const text = useStore($formDrafts)[form]?.['text'] ?? '';
  return [text, (next) => saveFormDraft(form, next === '' ? undefined : { text: next })];
}
