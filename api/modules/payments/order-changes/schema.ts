import { z } from 'zod';
import { ATTACHMENTS_MANY, MAX_ATTACHMENTS } from '../../../platform/files/limits.ts';
import { multiLineText } from '../../../platform/http/text-schema.ts';
import { toPaise } from '../../../platform/money/rules.ts';
import { UNKNOWN_ORDER } from '../../orders/texts.ts';
import {
  CHANGE_AMOUNT,
  CHANGE_DAYS,
  CHANGE_DESCRIPTION_LONG,
  CHANGE_DESCRIPTION_NEEDED,
  isChangeAmount,
  MAX_DESCRIPTION_LENGTH,
  MAX_EXTRA_DAYS,
  REVISION_DECIDED,
} from './rules.ts';

const words = z.object({
  /** Generated when the form opens, so that a repeated call is one proposal (idempotency key). */
  changeId: z.uuid('The proposal needs an id of its own.'),
  orderId: z.string(UNKNOWN_ORDER).min(1, UNKNOWN_ORDER).max(64, UNKNOWN_ORDER),
  description: multiLineText(
    CHANGE_DESCRIPTION_NEEDED,
    MAX_DESCRIPTION_LENGTH,
    CHANGE_DESCRIPTION_LONG,
  ),
});

/** What a buyer asks for; the price is the owner's answer. */
export const requestBody = words.extend({
  /** Files that were uploaded to the conversation of the order. */
  attachments: z.array(z.string().max(64)).max(MAX_ATTACHMENTS, ATTACHMENTS_MANY).default([]),
});

/** What the owner proposes. The id of a buyer's request quotes a price for it. */
export const adminChangeBody = words.extend({
  /** The amount in rupees. */
  amount: z
    .number(CHANGE_AMOUNT)
    .nonnegative(CHANGE_AMOUNT)
    .max(1e7, CHANGE_AMOUNT)
    .multipleOf(0.01, CHANGE_AMOUNT)
    .refine((amount) => isChangeAmount(toPaise(amount)), CHANGE_AMOUNT),
  extraDays: z.int(CHANGE_DAYS).min(0, CHANGE_DAYS).max(MAX_EXTRA_DAYS, CHANGE_DAYS).default(0),
  /** The revision request that goes beyond the order and becomes this change. */
  revisionId: z.string(REVISION_DECIDED).max(64, REVISION_DECIDED).optional(),
});

/** A proposal of the owner, or a request of the buyer with its files. */
export type ChangeInput = z.output<typeof adminChangeBody> & { attachments?: string[] };
