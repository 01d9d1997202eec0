export type { Currency } from '../../../db/schema/states.ts';

/** The provider's minimum amount, ₹1 or $1, in paise or cents. */
export const MIN_PAISE = 100;

/**
 * Converts rupees or dollars with at most two decimals to paise or cents. Always use this function: it rounds. Every
 * currency here has two decimals; one with none or three (JPY, KWD) needs functions of its own.
 */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);

/** Converts paise or cents for JSON, at most two decimals. */
export const toRupees = (paise: number): number => paise / 100;

const formats: Record<string, Intl.NumberFormat> = {};

// Created on first use: a formatter takes about 20 ms on a phone, and most pages need none.
const write = (amount: number, currency: string, maximumFractionDigits: number): string => {
  formats[currency + maximumFractionDigits] ??= new Intl.NumberFormat(
    currency === 'INR' ? 'en-IN' : 'en',
    { style: 'currency', currency, maximumFractionDigits },
  );
  return formats[currency + maximumFractionDigits]?.format(amount) ?? '';
};

/** Formats paise or cents with both decimals: '₹12,499.50', '$149.00'. */
export const formatExact = (paise: number, currency: string): string =>
  write(toRupees(paise), currency, 2);

/** Formats an amount as in JSON: '₹24,999', '$149.50'. Decimals are shown only if there are any. */
export const price = (amount: number, currency: string): string =>
  write(amount, currency, Number.isInteger(amount) ? 0 : 2);

/** Formats paise or cents, with decimals only if there are any. */
export const priceOf = (paise: number, currency: string): string =>
  price(toRupees(paise), currency);

/** Formats rupees: 24999 → '₹24,999'. */
export const rupees = (amount: number): string => price(amount, 'INR');

/**
 * What a part of a payment is worth in paise, by what the provider took the whole for; null if it is in another currency
 * and the provider said nothing. No rate is fetched. With what had gone `before` it, the parts of a payment are together
 * worth what it is.
 */
export function rupeeValue(
  { amount, currency, base_amount: base }: PaidAmount,
  part = amount,
  before = 0,
): number | null {
  if (currency === 'INR') return part;
  if (base === null) return null;
  const upTo = (gone: number) => Math.round((gone * base) / amount);
  return upTo(before + part) - upTo(before);
}

interface PaidAmount {
  amount: number;
  currency: string;
  base_amount: number | null;
}
