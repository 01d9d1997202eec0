import { z } from 'zod';
import { singleLineText } from '../../../platform/http/text-schema.ts';
import { returnDay } from '../availability/schema.ts';
import {
  formerSlugs,
  most,
  onlyWhenOn,
  picture,
  question,
  slug,
  technologies,
  wholeNumber,
} from '../fields.ts';
import { sanitizeRichText } from '../rich-text.ts';
import {
  ANSWER_KINDS,
  MAX_BUYER_QUESTIONS,
  MAX_CHOICES,
  MAX_DESCRIPTION_LENGTH,
  MAX_EXTRAS,
  MAX_FEATURES,
  MAX_PICTURES,
  MAX_PLANS,
  MAX_QUESTIONS,
} from './rules.ts';

const SAME_PLAN_TYPE = 'Each package needs a name of its own.';
const RUPEES = 'Please enter a price from ₹1 to ₹1,00,00,000, with at most two decimals.';
/** An amount in rupees: at least 1, at most two decimals. */
const rupees = z
  .number(RUPEES)
  .min(1, RUPEES)
  .max(10_000_000, RUPEES)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, RUPEES);

const DOLLARS = 'Please enter a price from $1 to $100,000, with at most two decimals.';

/** An amount in dollars, which only shops that sell in them need. */
const dollars = z
  .number(DOLLARS)
  .min(0, DOLLARS)
  .max(100_000, DOLLARS)
  .multipleOf(0.01, DOLLARS)
  .refine((amount) => amount === 0 || amount >= 1, DOLLARS)
  // The form sends 0 for an empty field.
  .transform((amount) => amount || undefined)
  .optional();

const known = z.string().max(64).optional();

const buyerQuestion = z
  .object({
    question: singleLineText('A question is empty.', 200),
    kind: z.enum(ANSWER_KINDS, 'Please choose what the answer is.'),
    choices: z.array(singleLineText('A choice is empty.', 80)).max(...most(MAX_CHOICES, 'choices')),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 1, {
    message: 'Please give two choices or more.',
    path: ['choices'],
  });

export type BuyerQuestion = z.output<typeof buyerQuestion>;

const plan = z.object({
  _id: known,
  planType: singleLineText('Please name the package, like Basic.', 30),
  title: singleLineText('Please give the package a title.', 80),
  price: rupees,
  priceUsd: dollars,
  shortDescription: singleLineText('Please say in a sentence what the package is.', 200),
  deliveryDays: wholeNumber(1, 365),
  revisionCount: wholeNumber(0, 99),
  features: z
    .array(singleLineText('A feature is empty.', 120))
    .max(...most(MAX_FEATURES, 'features')),
  /** Files open when the part due on delivery is paid; absent means that they are open from the delivery. */
  opensWhenPaid: onlyWhenOn,
  /** Instead of the requirements as one text. */
  questions: z
    .array(buyerQuestion)
    .max(...most(MAX_BUYER_QUESTIONS, 'questions'))
    .default([]),
});

const extra = z.object({
  _id: known,
  name: singleLineText('Please name the extra.', 80),
  description: singleLineText('Please say what the extra is.', 200),
  price: rupees,
  priceUsd: dollars,
});

export const gigBody = z.object({
  title: singleLineText('Please give the gig a title.', 120),
  slug,
  formerSlugs,
  description: z
    .string('Please describe the gig.')
    .max(...most(MAX_DESCRIPTION_LENGTH, 'characters'))
    .transform(sanitizeRichText),
  technologies: technologies(20, 40),
  pictures: z.array(picture).max(...most(MAX_PICTURES, 'pictures')),
  PricingPlans: z
    .array(plan)
    .max(...most(MAX_PLANS, 'packages'))
    .refine(
      (plans) => new Set(plans.map((each) => each.planType.toLowerCase())).size === plans.length,
      SAME_PLAN_TYPE,
    ),
  extraFeatures: z.array(extra).max(...most(MAX_EXTRAS, 'extras')),
  FAQ: z.array(question).max(...most(MAX_QUESTIONS, 'questions')),
  /** The day on which it can be ordered again; empty without a pause. */
  pausedUntil: returnDay,
});

export type GigBody = z.output<typeof gigBody>;

type WithIds<T> = (T & { _id: string })[];

/** A stored gig: the owner's form, in which every plan and extra has an id. */
export type GigDocument = Omit<GigBody, 'PricingPlans' | 'extraFeatures'> & {
  PricingPlans: WithIds<GigBody['PricingPlans'][number]>;
  extraFeatures: WithIds<GigBody['extraFeatures'][number]>;
};
