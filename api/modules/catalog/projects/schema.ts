import { z } from 'zod';
import { multiLineText, singleLineText } from '../../../platform/http/text-schema.ts';
import { MIN_PAISE } from '../../../platform/money/rules.ts';
import { version } from '../../../platform/saving/versions.ts';
import { ENDS_BEFORE, RANGE_WRONG } from './texts.ts';

const MAX_TECHNOLOGIES = 20;
const DAY = 'Please choose a day.';
const RUPEES = 'Please enter a price in rupees.';
const PICTURE = 'A project needs a picture.';
const ALT = 'Please say what the picture shows, for people who cannot see it.';
const day = z.iso.date(DAY);
const rupees = z
  .number(RUPEES)
  .min(MIN_PAISE / 100, RUPEES)
  .max(100_000_000, RUPEES);

export const projectBody = z.object({
  title: singleLineText('Please give the project a title.', 120),
  desc: multiLineText('Please describe the project.', 4_000),
  type: singleLineText('Please name the industry.', 60),
  tech: z.array(singleLineText('A technology is empty.', 40)).max(MAX_TECHNOLOGIES),
  priceRange: z
    .object({ min: rupees, max: rupees }, RUPEES)
    .refine(({ min, max }) => min <= max, RANGE_WRONG),
  timeframe: z
    .object({ start: day, end: day }, DAY)
    .refine(({ start, end }) => start <= end, ENDS_BEFORE),
  picture: z.object(
    { _id: z.string(PICTURE).min(1, PICTURE).max(64, PICTURE), alt: singleLineText(ALT, 200) },
    PICTURE,
  ),
});

export type ProjectBody = z.output<typeof projectBody>;

export const savedProjectBody = projectBody.extend({ version });
