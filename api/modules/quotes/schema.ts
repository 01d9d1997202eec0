import { z } from 'zod';
import { CURRENCIES } from '../../../db/schema/states.ts';
import { singleLineText } from '../../platform/http/text-schema.ts';
import { toPaise } from '../../platform/money/rules.ts';
import { version } from '../../platform/saving/versions.ts';
import { onlyWhenOn } from '../catalog/fields.ts';
import { INSTALMENT_TRIGGERS } from '../orders/agreements/rules.ts';
import { placeBody } from '../orders/schema.ts';
import {
  DAYS_NEEDED,
  FIRST_INSTALMENT_LATER,
  INSTALMENT_DAY_NEEDED,
  INSTALMENT_NEEDED,
  INSTALMENTS_DIFFER,
  MAX_INSTALMENTS,
  MAX_SCOPE_ITEMS,
  PRICE_NEEDED,
  REVISIONS_NEEDED,
  SCOPE_LONG,
  SCOPE_NEEDED,
  TITLE_NEEDED,
  TOO_MANY_INSTALMENTS,
  UNKNOWN_QUOTE,
  VALID_DAYS,
  VALID_NEEDED,
} from './texts.ts';

const rupees = (message: string) =>
  z.number(message).min(1, message).max(1e7, message).multipleOf(0.01, message);

const instalment = z.object({
  title: z.string().trim().max(60, TOO_MANY_INSTALMENTS).default(''),
  amount: rupees(INSTALMENT_NEEDED),
  due: z.enum(INSTALMENT_TRIGGERS),
  day: z.iso.date(INSTALMENT_DAY_NEEDED).nullable().default(null),
});

export const quoteBody = z
  .object({
    conversationId: z.string(UNKNOWN_QUOTE).min(1, UNKNOWN_QUOTE).max(64, UNKNOWN_QUOTE),
    title: singleLineText(TITLE_NEEDED, 120),
    scope: z
      .array(singleLineText(SCOPE_NEEDED, 200), SCOPE_NEEDED)
      .min(1, SCOPE_NEEDED)
      .max(MAX_SCOPE_ITEMS, SCOPE_LONG),
    price: rupees(PRICE_NEEDED),
    currency: z.enum(CURRENCIES, PRICE_NEEDED).default('INR'),
    parts: z
      .array(instalment, TOO_MANY_INSTALMENTS)
      .min(1, TOO_MANY_INSTALMENTS)
      .max(MAX_INSTALMENTS, TOO_MANY_INSTALMENTS),
    deliveryDays: z.int(DAYS_NEEDED).min(1, DAYS_NEEDED).max(365, DAYS_NEEDED),
    revisions: z.int(REVISIONS_NEEDED).min(0, REVISIONS_NEEDED).max(20, REVISIONS_NEEDED),
    validDays: z.int(VALID_NEEDED).min(1, VALID_NEEDED).max(90, VALID_NEEDED).default(VALID_DAYS),
    /** Files open when the part due on delivery is paid. */
    opensWhenPaid: onlyWhenOn,
    /** Of the stored draft; 0 for a new one. */
    version: version.default(0),
  })
  .refine(
    ({ price, parts }) =>
      parts.reduce((sum, { amount }) => sum + toPaise(amount), 0) === toPaise(price),
    { message: INSTALMENTS_DIFFER, path: ['parts'] },
  )
  .refine(({ parts }) => parts[0]?.due === 'accepting', {
    message: FIRST_INSTALMENT_LATER,
    path: ['parts'],
  })
  .refine(({ parts }) => parts.every(({ due, day }) => due !== 'date' || day !== null), {
    message: INSTALMENT_DAY_NEEDED,
    path: ['parts'],
  });

export type QuoteInput = z.output<typeof quoteBody>;

export const acceptBody = placeBody.pick({ addressInfo: true, startsOn: true });

export type Acceptance = z.output<typeof acceptBody>;
