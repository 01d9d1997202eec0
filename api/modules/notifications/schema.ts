import { z } from 'zod';
import { NOTIFICATION_TYPES } from './rules.ts';

const NOTIFICATIONS_PER_PAGE = 20;
const id = z.string().max(64);
const CHOOSE = 'Please choose yes or no for each.';

/** Invalid parameters are ignored, so that any query returns a page. */
export const pageQuery = z.object({
  type: z.enum(NOTIFICATION_TYPES).optional().catch(undefined),
  unread: z
    .literal('1')
    .optional()
    .catch(undefined)
    .transform((given) => given === '1'),
  before: id.optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(50).catch(NOTIFICATIONS_PER_PAGE),
});

const preference = z.object({ inApp: z.boolean(CHOOSE), email: z.boolean(CHOOSE) }, CHOOSE);

export const preferencesBody = z.object({
  preferences: z.partialRecord(z.enum(NOTIFICATION_TYPES), preference, CHOOSE),
});
