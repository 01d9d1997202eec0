import type { PaymentType } from '../rules.ts';
import type { AgreedInstalment } from './rules.ts';

/** Splits an order into instalments in paise, in order of payment. */
export function instalmentAmounts(totalPaise: number, type: PaymentType): number[] {
  if (type === 'Full') return [totalPaise];
  const first = Math.ceil(totalPaise / 2);
  return [first, totalPaise - first];
}

/** The instalments of a package: one, or two milestones. */
export const agreedInstalmentsOf = (totalPaise: number, type: PaymentType): AgreedInstalment[] =>
  instalmentAmounts(totalPaise, type).map((amount, at) => ({
    title: type === 'Full' ? 'Full payment' : `Milestone ${at + 1}`,
    amount,
    due: at === 0 ? 'accepting' : 'delivery',
    payBy: null,
  }));
