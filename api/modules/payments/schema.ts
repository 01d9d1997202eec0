import { z } from 'zod';
import { DAY_NEEDED, REFUND_TOO_SMALL } from './texts.ts';

const AMOUNT = 'Please give the amount in rupees, with two decimals at most.';

export const refundBody = z.object({
  /** Made by the dashboard for each request, so that clicking twice is one refund. */
  refundId: z.uuid('The refund needs an id of its own.'),
  amount: z
    .number(AMOUNT)
    .min(1, REFUND_TOO_SMALL)
    .max(1e9, AMOUNT)
    .multipleOf(0.01, AMOUNT)
    .optional(),
  reason: z.string().trim().max(200, 'Please keep the reason short.').default(''),
});

/** The refund that the buyer has read, in rupees: another amount cancels nothing. */
export const cancelBody = z.object({
  refund: z.number('The refund is missing.').nonnegative().max(1e9).multipleOf(0.01),
});

const result = {
  razorpay_order_id: z.string('The payment result is incomplete.').max(64),
  razorpay_payment_id: z.string('The payment result is incomplete.').max(64),
  razorpay_signature: z.string('The payment result is incomplete.').max(128),
};

export const verifyBody = z.object(result);
export type ProviderResult = z.output<typeof verifyBody>;
export const orderIdBody = z.object({ orderId: z.string('Order id should be correct!').max(64) });
export const verifyRemainderBody = orderIdBody.extend(result);

export const moveBody = z.object({ day: z.iso.date(DAY_NEEDED) });
