/** Each kind of document has its own number series per financial year. */
const SERIES = { receipt: 'VY', invoice: 'VI', refund: 'VR', credit: 'VC' } as const;
export type DocumentKind = keyof typeof SERIES;

/** Formats a number: 'VY/2026-27/0001'. At most sixteen characters, as the tax rules require. */
export const documentNumber = (kind: DocumentKind, year: string, serial: number): string =>
  `${SERIES[kind]}/${year}/${String(serial).padStart(4, '0')}`;

export const isReceiptNumber = (number: string): boolean => number.startsWith(`${SERIES.receipt}/`);

/** The number as a file name: slashes become dashes. */
export const documentFile = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** Parses a file name: 'VY-2026-27-0001.pdf' → 'VY/2026-27/0001'; null if it is invalid. */
export function documentNumberOf(file: string): string | null {
  const found = /^(V[YIRC])-(\d{4}-\d{2})-(\d{4,5})\.pdf$/.exec(file);
  return found ? `${found[1]}/${found[2]}/${found[3]}` : null;
}
