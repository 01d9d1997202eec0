import { z } from 'zod';
import {
  multiLineText,
  optionalLine,
  optionalText,
  singleLineText,
} from '../../../platform/http/text-schema.ts';
import { MIN_PAISE } from '../../../platform/money/rules.ts';
import {
  formerSlugs,
  most,
  optionalHttps,
  optionalRichText,
  picture,
  reference,
  slug,
  technologies,
} from '../fields.ts';
import { MAX_FIGURES, MAX_PARTS, MAX_TEXT } from './rules.ts';

const DAY = 'Please choose a day.';
const RUPEES = 'Please enter a price in rupees.';
const day = z.iso.date(DAY);
const rupees = z
  .number(RUPEES)
  .min(MIN_PAISE / 100, RUPEES)
  .max(100_000_000, RUPEES);

/** What was built, in pieces: a text, a picture, or both. */
const part = z
  .object({ text: optionalRichText(20_000), picture: picture.nullable() })
  .refine(({ text, picture: shown }) => text !== '' || shown !== null, {
    error: 'Please write something here, or add a picture.',
    path: ['text'],
  });

/** What was measured. Readers judge a figure by where it comes from, so none is taken without. */
const figure = z.object({
  value: singleLineText('Please enter the figure, like 1.6 s or 40 %.', 24),
  caption: singleLineText('Please say what the figure counts.', 80),
  source: singleLineText('A figure needs its source: who measured it, and how.', 120),
  date: day,
});

/** Title and text are needed; visitors see of the rest what is given. */
export const projectBody = z.object({
  title: singleLineText('Please give the project a title.', 120),
  slug,
  formerSlugs,
  /** What was built, in short. */
  desc: multiLineText('Please describe the project.', MAX_TEXT),
  /** In one line. */
  result: optionalLine(160),
  problem: optionalText(2_000),
  parts: z.array(part).max(...most(MAX_PARTS, 'parts')),
  beforeAfter: z
    .object({ before: picture.nullable(), after: picture.nullable() })
    .refine(({ before, after }) => (before === null) === (after === null), {
      error: 'Please add both pictures, the one before and the one after, or neither.',
      path: ['after'],
    }),
  figures: z.array(figure).max(...most(MAX_FIGURES, 'figures')),
  /** The industry. */
  type: optionalLine(60),
  tech: technologies(20, 40),
  priceRange: z
    .object({ min: rupees, max: rupees }, RUPEES)
    .refine(({ min, max }) => min <= max, 'The higher price cannot be below the lower one.')
    .nullable(),
  timeframe: z
    .object({ start: day, end: day }, DAY)
    .refine(({ start, end }) => start <= end, 'It cannot end before it began.')
    .nullable(),
  picture: picture.nullable(),
  liveLink: optionalHttps,
  /** What the client says of it, in the shop. */
  reviewId: reference,
  /** The gig that does the same. */
  gigId: reference,
  /** Whose project it was, as visitors read it. */
  client: optionalLine(120),
  /** The client's own words, shown in a case study only. */
  quotation: optionalText(1_000),
  /** The order of which it is a case study; it never changes. */
  orderId: reference,
});

export type ProjectBody = z.output<typeof projectBody>;
