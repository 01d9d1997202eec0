/** The provider's minimum is ₹1. */
export const MIN_PAISE = 100;

/** Rupees with at most two decimals → paise; never multiply a price any other way. */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);

/** Paise → rupees for JSON, at most two decimals. */
export const toRupees = (paise: number): number => paise / 100;

const RUPEES = { style: 'currency', currency: 'INR' } as const;

let exact: Intl.NumberFormat | undefined;

let whole: Intl.NumberFormat | undefined;

// Made at first use: a formatter costs a phone some 20 ms, and most pages need none.
const inPaise = (): Intl.NumberFormat => {
  exact ??= new Intl.NumberFormat('en-IN', RUPEES);
  return exact;
};

const inRupees = (): Intl.NumberFormat => {
  whole ??= new Intl.NumberFormat('en-IN', { ...RUPEES, maximumFractionDigits: 0 });
  return whole;
};

/** Paise → '₹12,499.50'; '₹24,999.00' where there are none. */
export const formatPaise = (paise: number): string => inPaise().format(toRupees(paise));

/** 24999 → '₹24,999'; paise are shown only when there are any. */
export const rupees = (amount: number): string =>
  (Number.isInteger(amount) ? inRupees() : inPaise()).format(amount);
