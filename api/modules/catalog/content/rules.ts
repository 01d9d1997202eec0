export type { PublicationStatus } from '../../../../db/schema/states.ts';

/** Letters of Latin that are no other letter with a mark. */
const LATIN: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i' },
  ...{ ł: 'l', ŋ: 'n', þ: 'th', ŧ: 't' },
};

/** Words without capitals and accents, so that both ways to write a letter are one. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðħıłŋþŧ]/g, (letter) => LATIN[letter] ?? letter)
    .normalize();

/** A title as the last part of an address; '' when it has no letter of an address. */
export const slugOf = (title: string): string =>
  foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** On every host `index` is the list and `page` holds its later pages; what looks like an id may be the id of another item. */
export const isReservedSlug = (slug: string): boolean =>
  ['index', 'page'].includes(slug) || UUID.test(slug);

export const NOTHING_TO_UNDO = 'There is nothing to undo.';
export const LIST_CHANGED = 'The list has changed meanwhile. Load it again.';

export const slugTaken = (title: string): string =>
  `“${title}” has this address already. Please choose another.`;

export const incompleteMessage = (missing: string[]): string =>
  `Visitors would miss ${missing.join(' and ')}. Add it, or keep this as a draft.`;
