import { z } from 'zod';
import { singleLineText } from '../../../platform/http/text-schema.ts';
import { version } from '../../../platform/saving/versions.ts';

/** The day of return from a pause, YYYY-MM-DD; empty without one. */
export const returnDay = z.union([z.literal(''), z.iso.date()], 'Please choose the day of return.');

const COUNT = 'Please enter a whole number, 0 to 50.';
const DAY = 'Please choose a day.';
const day = z.iso.date(DAY);

export const availabilityBody = z.object({
  /** The whole shop is paused until this day. */
  pausedUntil: returnDay,
  /** How many orders run at once; 0 without a calendar. */
  capacity: z.int(COUNT).min(0, COUNT).max(50, COUNT),
  workingDays: z
    .array(z.int().min(0).max(6))
    .min(1, 'Please choose at least one working day.')
    .max(7),
  holidays: z
    .array(z.object({ day, name: singleLineText('Please name the holiday.', 60) }))
    .max(100, 'Please keep to 100 holidays.'),
  timeOff: z
    .array(
      z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
        ...{ message: 'The last day is before the first.', path: ['to'] },
      }),
    )
    .max(50, 'Please keep to 50 times off.'),
  /** Whether the delivery time of new orders stands still while the seller waits for the buyer. */
  clock: z.boolean(),
});

/** `confirmed` once the owner has seen which running orders new time off would make late. */
export const savedAvailabilityBody = availabilityBody.extend({
  confirmed: z.boolean().default(false),
  version,
});

export type Availability = z.output<typeof availabilityBody>;
export type SavedAvailability = Availability & { version: number };
