import { price } from '../../../platform/money/rules.ts';

/** Why a file is not answered, and what opens it. */
export function fileClosedMessage(
  part: { name: string; amount: number; taxDeducted: number } | undefined,
  currency: string,
): string {
  if (!part)
    return 'Tax was deducted from what was paid: the files open when the seller has its certificate, or before if they agree.';
  const amount = price(part.amount - part.taxDeducted, currency);
  return `The files open with ${part.name}, ${amount}. Pay it on the page of the order.`;
}

export const NOTHING_TO_OPEN = 'The files of this order are open, or wait for a payment.';
export const CLOSED_UNPAID = 'The part that opens the files was not paid';
