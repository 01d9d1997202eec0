export const UNKNOWN_DOCUMENT = 'There is no such document.';

/** Each kind of document has a series of its own for each financial year. */
const SERIES = { receipt: 'VY', invoice: 'VI', refund: 'VR', credit: 'VC' } as const;
export type DocumentKind = keyof typeof SERIES;

/** 'VY/2026-27/0001': sixteen characters at most, as the tax rules want it. */
export const documentNumber = (kind: DocumentKind, year: string, serial: number): string =>
  `${SERIES[kind]}/${year}/${String(serial).padStart(4, '0')}`;

export const isReceiptNumber = (number: string): boolean => number.startsWith(`${SERIES.receipt}/`);

/** The number in an address: slashes become dashes. */
export const documentFile = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** Back again: 'VY-2026-27-0001.pdf' → 'VY/2026-27/0001'; null for anything else. */
export function documentNumberOf(file: string): string | null {
  const found = /^(V[YIRC])-(\d{4}-\d{2})-(\d{4,5})\.pdf$/.exec(file);
  return found ? `${found[1]}/${found[2]}/${found[3]}` : null;
}

const TITLES: Record<DocumentKind, { withGst: string; plain: string }> = {
  receipt: { withGst: 'Receipt voucher', plain: 'Receipt' },
  invoice: { withGst: 'Tax invoice', plain: 'Invoice' },
  refund: { withGst: 'Refund voucher', plain: 'Refund note' },
  credit: { withGst: 'Credit note', plain: 'Credit note' },
};

/** What a document is called; an unregistered seller issues no vouchers of the tax rules. */
export const documentTitle = (kind: DocumentKind, { gstin }: { gstin: string | null }): string =>
  TITLES[kind][gstin ? 'withGst' : 'plain'];

const RATE = 18;

export interface Tax {
  /** Paise without tax. */
  taxable: number;
  lines: { name: string; rate: number; amount: number }[];
}

/** The tax inside a price, by place of supply; none while the seller has no number. */
export function taxIn(
  amount: number,
  seller: { gstin: string | null },
  buyerState: string | null,
): Tax {
  if (!seller.gstin) return { taxable: amount, lines: [] };
  if (buyerState === seller.gstin.slice(0, 2)) {
    // Both halves are equal, so they are rounded once, before anything else.
    const half = Math.round((amount * RATE) / 2 / (100 + RATE));
    return {
      taxable: amount - 2 * half,
      lines: ['CGST', 'SGST'].map((name) => ({ name, rate: RATE / 2, amount: half })),
    };
  }
  const taxable = Math.round((amount * 100) / (100 + RATE));
  return { taxable, lines: [{ name: 'IGST', rate: RATE, amount: amount - taxable }] };
}
