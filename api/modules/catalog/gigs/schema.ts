import { z } from 'zod';
import { PUBLICATION_STATUSES } from '../../../../db/schema/states.ts';
import { multiLineText, singleLineText } from '../../../platform/http/text-schema.ts';
import { version } from '../../../platform/saving/versions.ts';
import { returnDay } from '../availability/schema.ts';
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
import { sanitizeDescription } from './sanitize-description.ts';
import { PICTURE_GONE, SAME_PLAN_TYPE } from './texts.ts';

const RUPEES = 'Please enter a price from ₹1 to ₹1,00,00,000, with at most two decimals.';
const WHOLE = 'Please enter a whole number.';

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

const most = (count: number, of: string) => `Please keep to ${count} ${of}.`;
const known = z.string().max(64).optional();

export const picture = z.object({
  _id: z.string(PICTURE_GONE).max(64, PICTURE_GONE),
  alt: singleLineText('Please say what the picture shows, for people who cannot see it.', 200),
});

const buyerQuestion = z
  .object({
    question: singleLineText('A question is empty.', 200),
    kind: z.enum(ANSWER_KINDS, 'Please choose what the answer is.'),
    choices: z
      .array(singleLineText('A choice is empty.', 80))
      .max(MAX_CHOICES, most(MAX_CHOICES, 'choices')),
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
  deliveryDays: z.int(WHOLE).min(1, WHOLE).max(365, WHOLE),
  revisionCount: z.int(WHOLE).min(0, WHOLE).max(99, WHOLE),
  features: z
    .array(singleLineText('A feature is empty.', 120))
    .max(MAX_FEATURES, most(MAX_FEATURES, 'features')),
  /** Instead of the requirements as one text; an older dashboard does not send it. */
  questions: z
    .array(buyerQuestion)
    .max(MAX_BUYER_QUESTIONS, most(MAX_BUYER_QUESTIONS, 'questions'))
    .optional(),
});

const extra = z.object({
  _id: known,
  name: singleLineText('Please name the extra.', 80),
  description: singleLineText('Please say what the extra is.', 200),
  price: rupees,
  priceUsd: dollars,
});

const question = z.object({
  question: singleLineText('A question is empty.', 200),
  answer: multiLineText('An answer is empty.', 2_000),
});

export const gigBody = z.object({
  title: singleLineText('Please give the gig a title.', 120),
  description: z
    .string('Please describe the gig.')
    .max(MAX_DESCRIPTION_LENGTH, most(MAX_DESCRIPTION_LENGTH, 'characters'))
    .transform(sanitizeDescription),
  technologies: z
    .array(singleLineText('A technology is empty.', 40))
    .max(20, most(20, 'technologies')),
  pictures: z.array(picture).max(MAX_PICTURES, most(MAX_PICTURES, 'pictures')),
  PricingPlans: z
    .array(plan)
    .max(MAX_PLANS, most(MAX_PLANS, 'packages'))
    .refine(
      (plans) => new Set(plans.map((each) => each.planType.toLowerCase())).size === plans.length,
      SAME_PLAN_TYPE,
    ),
  extraFeatures: z.array(extra).max(MAX_EXTRAS, most(MAX_EXTRAS, 'extras')),
  FAQ: z.array(question).max(MAX_QUESTIONS, most(MAX_QUESTIONS, 'questions')),
  /** The day on which it can be ordered again; empty without a pause. */
  pausedUntil: returnDay.default(''),
});

export type GigBody = z.output<typeof gigBody>;

type WithIds<T> = (T & { _id: string })[];

/** A stored gig: the owner's form, in which every plan and extra has an id. */
export type GigDocument = Omit<GigBody, 'PricingPlans' | 'extraFeatures'> & {
  PricingPlans: WithIds<GigBody['PricingPlans'][number]>;
  extraFeatures: WithIds<GigBody['extraFeatures'][number]>;
};

/** What an older dashboard does not send stays as it is stored. */
export const savedGigBody = gigBody.extend({ version, pausedUntil: returnDay.exactOptional() });
export const publicationStatusBody = z.object({
  version,
  status: z.enum(PUBLICATION_STATUSES, 'Please choose a status.'),
});
export const undoBody = z.object({ version });
export const reorderBody = z.object({ ids: z.array(z.string().max(64)).max(2_000) });
