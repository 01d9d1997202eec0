import { z } from 'zod';
import { multiLineText } from '../../platform/http/text-schema.ts';
import {
  COMMENT_NEEDED,
  COMMENT_SHORTER,
  isValidRating,
  MAX_REVIEW_LENGTH,
  RATING_NEEDED,
} from './texts.ts';

const UNKNOWN = 'There is no such gig.';

export const reviewBody = z.object({
  gigId: z.string(UNKNOWN).min(1, UNKNOWN).max(64, UNKNOWN),
  orderId: z.string().max(64).nullish(),
  rating: z.number(RATING_NEEDED).refine(isValidRating, RATING_NEEDED),
  comment: multiLineText(COMMENT_NEEDED, MAX_REVIEW_LENGTH, COMMENT_SHORTER),
});

export type ReviewInput = z.output<typeof reviewBody>;
