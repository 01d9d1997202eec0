import { z } from 'zod';
import { CURRENCIES } from '../../../db/schema/states.ts';
import { plainCode } from '../../platform/characters.ts';
import { ATTACHMENTS_MANY, MAX_ATTACHMENTS } from '../../platform/files/limits.ts';
import {
  atMost,
  codeText,
  emailAddress,
  multiLineText,
  phoneNumber,
  singleLineText,
} from '../../platform/http/text-schema.ts';
import { EMAIL_NEEDED } from '../accounts/texts.ts';
import { MAX_BUYER_QUESTIONS } from '../catalog/gigs/rules.ts';
import { GSTIN_WRONG, gstinProblem, plainGstin } from './gst-rules.ts';
import {
  completeLink,
  isHttpsLink,
  MAX_ANSWER_LENGTH,
  MAX_EXTRA_QUANTITY,
  MAX_REQUIREMENTS_LENGTH,
  MAX_REQUIREMENTS_LINKS,
  PAYMENT_TYPES,
} from './rules.ts';
import {
  ANSWER_NEEDED,
  ANSWER_TOO_LONG,
  COMPANY_NEEDED,
  FILL_ALL,
  GIG_GONE,
  LINK_NOT_HTTPS,
  PLAN_GONE,
  REQUIREMENTS_EMPTY,
  REQUIREMENTS_TOO_LONG,
  SEZ_GSTIN_NEEDED,
  TAN_WRONG,
  TOO_MANY_LINKS,
} from './texts.ts';

const QUANTITY_WRONG = `Please choose a whole number from 1 to ${MAX_EXTRA_QUANTITY}.`;
const START_AGAIN = 'This checkout is out of date. Please start again from the gig.';

const extra = z.object({
  id: z.string(START_AGAIN).max(64, START_AGAIN),
  quantity: z.int(QUANTITY_WRONG).min(1, QUANTITY_WRONG).max(MAX_EXTRA_QUANTITY, QUANTITY_WRONG),
});

/** Ignores prices, dates and names in the cart on purpose: the server has its own. */
const item = z.object({
  gigId: z.string(GIG_GONE).max(64, GIG_GONE),
  selectedPlan: z.object({ planType: z.string(PLAN_GONE).max(40, PLAN_GONE) }, PLAN_GONE),
  extraFeatures: z.array(extra, START_AGAIN).max(50, START_AGAIN).default([]),
});

/** A GST number as it is typed or pasted, in its one form; '' for none. */
export const gstinText = z
  .string(GSTIN_WRONG)
  .max(...atMost(60, GSTIN_WRONG))
  .transform((typed) => plainGstin(plainCode(typed)))
  .pipe(z.string().max(15, GSTIN_WRONG));

/** The number of who deducts tax at source, in its one form; '' for none. */
const tanText = z
  .string(TAN_WRONG)
  .max(...atMost(60, TAN_WRONG))
  .transform((typed) => plainGstin(plainCode(typed)))
  .pipe(z.string().regex(/^([A-Z]{4}\d{5}[A-Z])?$/, TAN_WRONG));

export const addressInfo = z
  .object(
    {
      // Without them, the account's.
      firstName: singleLineText(FILL_ALL, 60).optional(),
      lastName: singleLineText(FILL_ALL, 60).optional(),
      email: emailAddress(FILL_ALL, EMAIL_NEEDED).optional(),
      address: singleLineText(FILL_ALL, 200),
      city: singleLineText(FILL_ALL, 80),
      state: singleLineText(FILL_ALL, 80),
      country: singleLineText(FILL_ALL, 80),
      phoneNo: phoneNumber(FILL_ALL),
      postalCode: codeText(FILL_ALL, 12).optional(),
      /** With it, a company is the buyer: what follows is its own. */
      companyName: singleLineText(COMPANY_NEEDED, 120).optional(),
      companyAddress: singleLineText(FILL_ALL, 200).optional(),
      gstin: gstinText.optional(),
      tan: tanText.optional(),
      /** The company is a unit or developer of a special economic zone. */
      isInSez: z.boolean().optional(),
    },
    FILL_ALL,
  )
  .superRefine((address, { addIssue }) => {
    const { companyName, gstin } = address;
    const problem = gstin && gstinProblem(gstin, address);
    if (problem) addIssue({ code: 'custom', path: ['gstin'], message: problem });
    if (gstin && !companyName)
      addIssue({ code: 'custom', path: ['companyName'], message: COMPANY_NEEDED });
    if (address.isInSez && !gstin)
      addIssue({ code: 'custom', path: ['gstin'], message: SEZ_GSTIN_NEEDED });
  });

export type AddressInfo = z.output<typeof addressInfo>;

/** The tax that a company deducts from what it pays now, with the amount in rupees that was shown. */
export const deductionChoice = z.object({
  rule: z.string(START_AGAIN).max(40, START_AGAIN),
  amount: z.number(START_AGAIN).nonnegative().max(1e9),
});
export type DeductionChoice = z.output<typeof deductionChoice>;

export const placeBody = z.object({
  /** Made by the checkout page. Without it, the buyer's open checkout of the same cart is taken. */
  checkoutId: z.uuid(START_AGAIN).optional(),
  orderItems: z.array(item, START_AGAIN).length(1, START_AGAIN),
  addressInfo,
  paymentType: z.enum(PAYMENT_TYPES, 'Please choose how to pay.'),
  /** The version of the cancellation terms that were shown. */
  cancellationVersion: z.int(START_AGAIN).optional(),
  /** The first day of the work that was shown. */
  startsOn: z.iso.date(START_AGAIN).optional(),
  /** Whether waiting for the buyer was shown to move the delivery date. */
  clock: z.boolean(START_AGAIN).optional(),
  /** Whether it was shown that files open with a payment. */
  opensWhenPaid: z.boolean(START_AGAIN).optional(),
  deduction: deductionChoice.optional(),
  /** The id of the discount that a typed code has found; a code itself is only taken where wrong ones are counted. */
  discount: z.string(START_AGAIN).max(64, START_AGAIN).optional(),
  /** The currency of the price list that was shown. */
  currency: z.enum(CURRENCIES, START_AGAIN).default('INR'),
  totalAmount: z.number('The total is missing.').nonnegative().max(1e9),
});

export type Cart = z.output<typeof placeBody>;

export const httpsLink = z
  .string(LINK_NOT_HTTPS)
  .trim()
  .max(500, { error: 'This link is too long.', abort: true })
  .transform(completeLink)
  .refine(isHttpsLink, LINK_NOT_HTTPS);

const answer = z.union([
  z
    .string(ANSWER_NEEDED)
    .trim()
    .max(...atMost(MAX_ANSWER_LENGTH, ANSWER_TOO_LONG)),
  z.array(z.string().max(64)).max(MAX_ATTACHMENTS, ATTACHMENTS_MANY),
]);

/** One text with links, or the answers to the questions of the package in their order. */
export const requirementsBody = z
  .object({
    text: multiLineText(
      REQUIREMENTS_EMPTY,
      MAX_REQUIREMENTS_LENGTH,
      REQUIREMENTS_TOO_LONG,
    ).optional(),
    links: z
      .array(httpsLink, LINK_NOT_HTTPS)
      .max(MAX_REQUIREMENTS_LINKS, TOO_MANY_LINKS)
      .default([]),
    answers: z.array(answer).max(MAX_BUYER_QUESTIONS, ANSWER_NEEDED).optional(),
    /** When what the form showed was saved, null if nothing was; without it, whatever is saved is replaced. */
    basedOn: z.string().max(30).nullable().optional(),
  })
  .refine(({ text, answers }) => text !== undefined || answers !== undefined, {
    message: REQUIREMENTS_EMPTY,
    path: ['text'],
  });

export type RequirementsInput = z.output<typeof requirementsBody>;

/** The page asks for the time since it began to load, ten minutes at most. */
export const changedOrdersEvent = z.object({ withinMs: z.int().min(0).max(600_000) });
