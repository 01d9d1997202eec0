const RATE = 18;

export interface Tax {
  /** The amount without tax, in paise. */
  taxable: number;
  lines: { name: string; rate: number; amount: number }[];
}

/** The tax included in a price, by place of supply. None if the seller has no GSTIN. */
export function taxIn(
  amount: number,
  seller: { gstin: string | null },
  buyerState: string | null,
): Tax {
  if (!seller.gstin) return { taxable: amount, lines: [] };
  if (buyerState === seller.gstin.slice(0, 2)) {
    // The two halves must be equal, so they are rounded before the rest is calculated.
    const half = Math.round((amount * RATE) / 2 / (100 + RATE));
    return {
      taxable: amount - 2 * half,
      lines: ['CGST', 'SGST'].map((name) => ({ name, rate: RATE / 2, amount: half })),
    };
  }
  const taxable = Math.round((amount * 100) / (100 + RATE));
  return { taxable, lines: [{ name: 'IGST', rate: RATE, amount: amount - taxable }] };
}
