import { z } from 'zod';

/** The day of return from a pause, YYYY-MM-DD; empty without one. */
export const returnDay = z.union([z.literal(''), z.iso.date()], 'Please choose the day of return.');

export const availabilityBody = z.object({
  /** The whole shop is paused until this day. */
  pausedUntil: returnDay,
});

export type Availability = z.output<typeof availabilityBody>;
