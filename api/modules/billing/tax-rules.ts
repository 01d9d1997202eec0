const RATE = 18;

export interface Tax {
  /** The amount without tax, in paise. */
  taxable: number;
  lines: { name: string; rate: number; amount: number }[];
}

/** The tax in an amount of which the parts have been taxed before, each rounded by itself. */
export function addTaxes(amount: number, { charged, back }: { charged: Tax[]; back: Tax[] }): Tax {
  const sums = new Map<string, Tax['lines'][number]>();
  const add = (taxes: Tax[], sign: 1 | -1) => {
    for (const line of taxes.flatMap(({ lines }) => lines)) {
      const key = `${line.name} ${line.rate}`;
      const known = sums.get(key)?.amount ?? 0;
      sums.set(key, { ...line, amount: known + sign * line.amount });
    }
  };
  add(charged, 1);
  add(back, -1);
  const lines = [...sums.values()];
  return { taxable: lines.reduce((rest, line) => rest - line.amount, amount), lines };
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
