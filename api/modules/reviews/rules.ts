export const REVIEW_MOST = 4_000;
const STARS_MOST = 5;

export const REVIEW_WRITTEN = 'Thank you for your review.';
export const REVIEW_EDITED = 'Your review has been updated.';
export const BUYERS_ONLY = 'Only buyers of this gig can review it.';
export const RATING_NEEDED = 'Please give half a star to five stars, in half steps.';
export const COMMENT_NEEDED = 'Please write what you think.';
export const COMMENT_SHORTER = `Please use at most ${REVIEW_MOST.toLocaleString('en')} characters.`;

/** Half steps from half a star to five. */
export const isRating = (rating: number): boolean =>
  rating > 0 && rating <= STARS_MOST && Number.isInteger(rating * 2);
export const UNKNOWN_REVIEW = 'There is no such review.';
export const REPLY_EMPTY = 'Please write a reply.';
export const REPLY_MOST = 2_000;
export const HIDE_REASON = 'Please tell the reviewer why, in at most 500 characters.';
