/** The provider's minimum amount is ₹1. */
export const MIN_PAISE = 100;

/** Converts rupees with at most two decimals to paise. Always use this function: it rounds. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);

/** Converts paise to rupees for JSON, at most two decimals. */
export const toRupees = (paise: number): number => paise / 100;

const RUPEES = { style: 'currency', currency: 'INR' } as const;

let exact: Intl.NumberFormat | undefined;

let whole: Intl.NumberFormat | undefined;

// Created on first use: a formatter takes about 20 ms on a phone, and most pages need none.
const inPaise = (): Intl.NumberFormat => {
  exact ??= new Intl.NumberFormat('en-IN', RUPEES);
  return exact;
};

const inRupees = (): Intl.NumberFormat => {
  whole ??= new Intl.NumberFormat('en-IN', { ...RUPEES, maximumFractionDigits: 0 });
  return whole;
};

/** Formats paise: '₹12,499.50', '₹24,999.00'. */
export const formatPaise = (paise: number): string => inPaise().format(toRupees(paise));

/** Formats rupees: 24999 → '₹24,999'. Paise are shown only if there are any. */
export const rupees = (amount: number): string =>
  (Number.isInteger(amount) ? inRupees() : inPaise()).format(amount);
