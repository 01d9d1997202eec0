export const MAX_REVIEW_LENGTH = 4_000;
export const MAX_REPLY_LENGTH = 2_000;

const MAX_STARS = 5;

/** Whether a rating is valid: steps of half a star, up to five stars. */
export const isValidRating = (rating: number): boolean =>
  rating > 0 && rating <= MAX_STARS && Number.isInteger(rating * 2);

export const UNKNOWN_GIG = 'There is no such gig.';

export const REVIEW_WRITTEN = 'Thank you for your review.';
export const REVIEW_EDITED = 'Your review has been updated.';
export const REVIEW_FAILED = 'Something went wrong';
export const BUYERS_ONLY = 'Only buyers of this gig can review it.';
export const TEST_ORDER = 'This order was paid with test keys, so it cannot be reviewed.';
export const RATING_NEEDED = 'Please give half a star to five stars, in half steps.';
export const COMMENT_NEEDED = 'Please write what you think.';
export const COMMENT_SHORTER = `Please use at most ${MAX_REVIEW_LENGTH.toLocaleString('en')} characters.`;
export const UNKNOWN_REVIEW = 'There is no such review.';
export const REPLY_EMPTY = 'Please write a reply.';
export const HIDE_REASON = 'Please tell the reviewer why, in at most 500 characters.';
