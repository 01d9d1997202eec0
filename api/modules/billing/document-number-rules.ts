/** Each kind of document has its own series per financial year; receipts have the owner's own two letters. */
const LETTERS = { invoice: 'I', refund: 'R', credit: 'C' } as const;
export type DocumentKind = 'receipt' | keyof typeof LETTERS;

const seriesOf = (series: string, kind: DocumentKind): string =>
  kind === 'receipt' ? series : `${series[0]}${LETTERS[kind]}`;

/** The year of papers about test orders, which have their own series. */
export const TEST_SERIES = 'TEST';

/** Formats a number: 'AB/2026-27/0001', after a restore 'AB/26-7B4W/0001'. At most sixteen characters, as the tax rules require. */
export const documentNumber = (
  series: string,
  kind: DocumentKind,
  { year, serial }: { year: string; serial: number },
): string => `${seriesOf(series, kind)}/${year}/${String(serial).padStart(4, '0')}`;

/** The kind of a number: its second letter. */
export const kindOf = (number: string): DocumentKind =>
  (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).find((kind) => LETTERS[kind] === number[1]) ??
  'receipt';

/** The number as a file name: slashes become dashes. */
export const documentFile = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** The file of its text, which is mailed with it. */
export const textFile = (number: string): string => `${number.replaceAll('/', '-')}.txt`;

/** Parses a file name: 'AB-2026-27-0001.pdf' → 'AB/2026-27/0001'; null if it is invalid. */
export function documentNumberOf(file: string): string | null {
  const found = /^([A-Z][A-Z\d])-(\d{4}-\d{2}|\d{2}-[\dA-Z]{4}|TEST)-(\d{4,5})\.pdf$/.exec(file);
  return found ? `${found[1]}/${found[2]}/${found[3]}` : null;
}
