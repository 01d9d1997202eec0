export const MAX_REVIEW_LENGTH = 4_000;
export const MAX_REPLY_LENGTH = 2_000;

const MAX_STARS = 5;

/** Whether a rating is valid: steps of half a star, up to five stars. */
export const isValidRating = (rating: number): boolean =>
  rating > 0 && rating <= MAX_STARS && Number.isInteger(rating * 2);
