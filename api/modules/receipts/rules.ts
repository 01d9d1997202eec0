export const UNKNOWN_RECEIPT = 'There is no such receipt.';

/** 'VY/2026-27/0001': sixteen characters at most, as the tax rules want it. */
export const receiptNumber = (year: string, serial: number): string =>
  `VY/${year}/${String(serial).padStart(4, '0')}`;

/** The number in an address: slashes become dashes. */
export const receiptFile = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** Back again: 'VY-2026-27-0001.pdf' → 'VY/2026-27/0001'; null for anything else. */
export function receiptNumberOf(file: string): string | null {
  const found = /^VY-(\d{4}-\d{2})-(\d{4,6})\.pdf$/.exec(file);
  return found ? `VY/${found[1]}/${found[2]}` : null;
}

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
