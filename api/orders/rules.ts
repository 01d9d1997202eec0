export const PRICE_CHANGED = 'The price has changed. Please review your order.';
export const FILL_ALL = 'Please fill all the details';
export const GIG_GONE = 'This gig is no longer offered.';
export const PLAN_GONE = 'This package is no longer offered. Please choose again.';
export const EXTRA_GONE = 'One of the extras is no longer offered. Please choose again.';
export const NO_SPLIT = 'Orders under ₹2 are paid in full.';
export const OTHER_CART = 'This checkout was used for another order. Please start again.';
export const UNKNOWN_ORDER = 'There is no such order.';

/** How many of one extra an order may hold. */
export const MOST_OF_ONE_EXTRA = 50;

export type OrderStatus = 'In Progress' | 'Accepted' | 'Rejected' | 'Delivered' | 'Completed';

interface Priced {
  price: number;
}

/** Plan and extras in whatever unit their prices are; callers keep to one. */
export const totalOf = (plan: Priced, extras: (Priced & { quantity: number })[]): number =>
  extras.reduce((sum, extra) => sum + extra.price * extra.quantity, plan.price);

/** The six characters people know an order by (spec §9). */
export const shortId = (id: string): string => id.slice(-6).toUpperCase();

/** Paid date plus the plan's days (decisions §3). */
export function deliveryDate(paidAt: string, days: number): string {
  const date = new Date(paidAt);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString();
}

export const ADDRESS_FIELDS = ['address', 'city', 'state', 'country', 'phoneNo'] as const;
