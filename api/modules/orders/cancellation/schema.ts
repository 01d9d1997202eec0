import { z } from 'zod';
import { LATE_DAYS, PERCENT, TERMS_ORDER } from './texts.ts';

const percent = z.int(PERCENT).min(0, PERCENT).max(100, PERCENT);

/** Has no share for delivered orders: after a delivery the buyer cannot cancel without the owner. */
export const termsBody = z
  .object({
    notAccepted: percent,
    accepted: percent,
    lateAfterDays: z.int(LATE_DAYS).min(0, LATE_DAYS).max(90, LATE_DAYS),
    late: percent,
  })
  .refine(({ notAccepted, accepted }) => notAccepted >= accepted, {
    message: TERMS_ORDER,
    path: ['notAccepted'],
  })
  .refine(({ late, accepted }) => late >= accepted, { message: TERMS_ORDER, path: ['late'] });

export type TermsInput = z.output<typeof termsBody>;
