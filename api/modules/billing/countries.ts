import { isIndia } from '../orders/gst-rules.ts';

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));

/** English names and ISO codes of countries, and what people write instead. */
const COUNTRIES = new Set(
  [
    ...CODES.flatMap((code) => [names.of(code) ?? [], names.of(code) ? code : []].flat()),
    ...['usa', 'u s a', 'u s', 'united states of america', 'england', 'scotland', 'wales'],
    ...['great britain', 'uae', 'u k', 'holland', 'turkey', 'czech republic', 'deutschland'],
  ].map(plain),
);

/** Whether this is a known country other than India. What is not known is taxed as at home. */
export const isAbroad = (country: string): boolean =>
  !isIndia(country) && COUNTRIES.has(plain(country));
