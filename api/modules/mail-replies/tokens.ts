import { createHmac, randomBytes } from 'node:crypto';
import type { Conversation, User } from '../../../db/schema.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 128;
const LENGTH = Math.ceil(BITS / 5);
const PLACE = '{token}';

/** Lower case letters, because some mail programs write addresses so. */
function base32(bytes: Buffer): string {
  let [text, value, bits] = ['', 0, 0];
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += LETTERS[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + LETTERS[(value << (5 - bits)) & 31] : text;
}

/** The token of a person in a conversation. It ends with the account, its address or the conversation. */
export const replyToken = (
  key: Buffer,
  { id }: Pick<Conversation, 'id'>,
  person: Pick<User, 'id' | 'email'>,
): string =>
  base32(
    createHmac('sha256', key)
      .update(JSON.stringify([id, person.id, person.email]))
      .digest()
      .subarray(0, BITS / 8),
  );

/** A token that stands for no conversation. */
export const newToken = (): string => base32(randomBytes(BITS / 8));

export const addressWith = (token: string, pattern: string): string =>
  pattern.replace(PLACE, token);

/** Where addresses with a token of this pattern are in a text, whichever token it is. */
function placesOf(text: string, pattern: string) {
  // Letters keep their places, which they do not if those outside of ASCII are made small, too.
  const small = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const [before = '', after = ''] = pattern.split(PLACE);
  const places: { start: number; end: number; token: string }[] = [];
  for (let at = small.indexOf(after); at >= 0; at = small.indexOf(after, at + 1)) {
    const token = small.slice(Math.max(0, at - LENGTH), at);
    const [start, end] = [at - LENGTH - before.length, at + after.length];
    const isWhole =
      start >= 0 &&
      small.startsWith(before, start) &&
      !/[\w.+-]/.test(small[start - 1] ?? '') &&
      !/[\w-]/.test(small[end] ?? '');
    if (isWhole && /^[a-z2-7]+$/.test(token)) places.push({ start, end, token });
  }
  return places;
}

/** The tokens in a text of addresses, each once. */
export const tokensIn = (text: string, pattern: string): string[] => [
  ...new Set(placesOf(text, pattern).map(({ token }) => token)),
];

/** A text in which each address with a token is this other one. */
export const withoutTokens = (text: string, pattern: string, instead: string): string =>
  placesOf(text, pattern).reduceRight(
    (left, { start, end }) => left.slice(0, start) + instead + left.slice(end),
    text,
  );
