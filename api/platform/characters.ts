import { domainToASCII } from 'node:url';

/** Commands to programs, halves of characters and what is none. PostgreSQL stores no NUL, and XML may hold none of them. */
const CONTROL = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
/** The same but for what a text of several lines may have. */
const CONTROL_IN_LINES = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;
/** What other programs write at the end of a line or a page. */
const LINE_BREAK = /[\v\f\u0085\u2028\u2029]/g;
/** They show a text in another order than it is written in, or carry letters that nobody sees. */
const DISGUISE = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
/** Marks without a picture of their own. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Joiners and variation selectors, which names in many scripts and emojis need. */
const SHAPING = /[\p{Join_Control}\p{Variation_Selector}]/u;
const VISIBLE =
  /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const hasControl = (text: string): boolean => CONTROL.test(text);

export const hasControlInLines = (text: string): boolean => text.search(CONTROL_IN_LINES) >= 0;

/** A text of several lines without what cannot be stored. */
export const withoutControl = (text: string): string =>
  plainText(text).replace(CONTROL_IN_LINES, '');

/** Whether a reader sees anything of this text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** A name or a text as it is stored. */
export const plainText = (text: string): string =>
  text.replace(LINE_BREAK, '\n').replace(DISGUISE, '');

/** Words to search for, or the name of a file: pasted marks are removed. */
export const withoutMarks = (text: string): string =>
  text.replace(UNSEEN, (mark) => (SHAPING.test(mark) ? mark : '')).trim();

/** The one form of a code, a number or an id: what is seen of it. */
export const plainCode = (text: string): string =>
  text.normalize('NFKC').replace(UNSEEN, '').trim();

/** Whether this can be an id of anything. */
export const canBeId = (text: string): boolean => !hasControl(text) && plainCode(text) === text;

/** The one form of a phone number. */
export const plainPhone = (text: string): string =>
  plainCode(text)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ');

const DOMAIN = /^[\p{L}\p{M}\p{N}._\u3002\uff0e\uff61-]+$/u;

/** The one form of an e-mail address, in which it is stored, compared and counted. A domain of other letters is written as IDNA. */
export function plainEmail(text: string): string {
  const plain = text.replace(UNSEEN, '').normalize().trim().toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  const domain = plain.slice(at);
  const isWritten = at > 0 && /\P{ASCII}/u.test(domain) && DOMAIN.test(domain);
  return plain.slice(0, at) + ((isWritten && domainToASCII(domain)) || domain);
}

/** The mailbox behind an address: most providers deliver `name+anything@` to `name@`, and Gmail reads no dots. Only for counting. */
export function mailboxOf(email: string): string {
  const plain = email
    .replace(/^([^+]+)\+.*(?=@)/s, '$1')
    .replace(/@googlemail\.com$/, '@gmail.com');
  const [name = '', domain] = plain.split('@');
  return domain === 'gmail.com' ? `${name.replaceAll('.', '')}@gmail.com` : plain;
}
