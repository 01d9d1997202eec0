import { z } from 'zod';
import { NEWS_TYPES, PAGE_OF_NEWS } from './rules.ts';

const id = z.string().max(64);
const CHOOSE = 'Please choose yes or no for each.';

/** A query that makes no sense asks for the first page of everything. */
export const pageQuery = z.object({
  type: z.enum(NEWS_TYPES).optional().catch(undefined),
  unread: z
    .literal('1')
    .optional()
    .catch(undefined)
    .transform((given) => given === '1'),
  before: id.optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(50).catch(PAGE_OF_NEWS),
});

const preference = z.object({ inApp: z.boolean(CHOOSE), email: z.boolean(CHOOSE) }, CHOOSE);

export const preferencesBody = z.object({
  preferences: z.partialRecord(z.enum(NEWS_TYPES), preference, CHOOSE),
});
