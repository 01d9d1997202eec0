import { z } from 'zod';
import { multiLineText, optionalLine, singleLineText } from '../../../platform/http/text-schema.ts';
import { MIN_PAISE } from '../../../platform/money/rules.ts';
import { optionalHttps, requiredPicture, technologies } from '../fields.ts';

const DAY = 'Please choose a day.';
const RUPEES = 'Please enter a price in rupees.';
const day = z.iso.date(DAY);
const rupees = z
  .number(RUPEES)
  .min(MIN_PAISE / 100, RUPEES)
  .max(100_000_000, RUPEES);

/** Title, text and picture are needed; visitors see of the rest what is given. */
export const projectBody = z.object({
  title: singleLineText('Please give the project a title.', 120),
  desc: multiLineText('Please describe the project.', 4_000),
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
  picture: requiredPicture('A project needs a picture.'),
  liveLink: optionalHttps,
});

export type ProjectBody = z.output<typeof projectBody>;
