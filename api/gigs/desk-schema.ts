import { z } from 'zod';
import { line } from '../accounts/schema.ts';
import { cleanHtml } from './html.ts';
import {
  DESCRIPTION_MOST,
  MOST_EXTRAS,
  MOST_FEATURES,
  MOST_PICTURES,
  MOST_PLANS,
  MOST_QUESTIONS,
  PICTURE_GONE,
  SAME_PLAN_TYPE,
} from './rules.ts';

const RUPEES = 'Please enter a price from ₹1 to ₹1,00,00,000, with at most two decimals.';
const WHOLE = 'Please enter a whole number.';

/** Rupees on the wire, at least one and to the paisa. */
export const rupees = z
  .number(RUPEES)
  .min(1, RUPEES)
  .max(10_000_000, RUPEES)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, RUPEES);

/** A text of several lines. */
export const prose = (needed: string, most: number) =>
  z.string(needed).trim().min(1, needed).max(most, `Please use at most ${most} characters.`);

const most = (count: number, of: string) => `Please keep to ${count} ${of}.`;
const known = z.string().max(64).optional();

export const picture = z.object({
  _id: z.string(PICTURE_GONE).max(64, PICTURE_GONE),
  alt: line('Please say what the picture shows, for people who cannot see it.', 200),
});

const plan = z.object({
  _id: known,
  planType: line('Please name the package, like Basic.', 30),
  title: line('Please give the package a title.', 80),
  price: rupees,
  shortDescription: line('Please say in a sentence what the package is.', 200),
  deliveryDays: z.int(WHOLE).min(1, WHOLE).max(365, WHOLE),
  revisionCount: z.int(WHOLE).min(0, WHOLE).max(99, WHOLE),
  features: z
    .array(line('A feature is empty.', 120))
    .max(MOST_FEATURES, most(MOST_FEATURES, 'features')),
});

const extra = z.object({
  _id: known,
  name: line('Please name the extra.', 80),
  description: line('Please say what the extra is.', 200),
  price: rupees,
});

const question = z.object({
  question: line('A question is empty.', 200),
  answer: prose('An answer is empty.', 2_000),
});

export const gigBody = z.object({
  title: line('Please give the gig a title.', 120),
  description: z
    .string('Please describe the gig.')
    .max(DESCRIPTION_MOST, most(DESCRIPTION_MOST, 'characters'))
    .transform(cleanHtml),
  technologies: z.array(line('A technology is empty.', 40)).max(20, most(20, 'technologies')),
  pictures: z.array(picture).max(MOST_PICTURES, most(MOST_PICTURES, 'pictures')),
  PricingPlans: z
    .array(plan)
    .max(MOST_PLANS, most(MOST_PLANS, 'packages'))
    .refine(
      (plans) => new Set(plans.map((each) => each.planType.toLowerCase())).size === plans.length,
      SAME_PLAN_TYPE,
    ),
  extraFeatures: z.array(extra).max(MOST_EXTRAS, most(MOST_EXTRAS, 'extras')),
  FAQ: z.array(question).max(MOST_QUESTIONS, most(MOST_QUESTIONS, 'questions')),
});

export type GigBody = z.output<typeof gigBody>;

const version = z.int('Please load the page again.');

export const savedGigBody = gigBody.extend({ version });
export const standingBody = z.object({
  version,
  status: z.enum(['draft', 'published', 'retired'], 'Please choose a status.'),
});
export const undoBody = z.object({ version });
export const orderBody = z.object({ ids: z.array(z.string().max(64)).max(2_000) });
