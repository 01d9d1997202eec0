const MAX_STARS = 5;

/** Whether a rating is valid: steps of half a star, up to five stars. */
export const isRating = (rating: number): boolean =>
  rating > 0 && rating <= MAX_STARS && Number.isInteger(rating * 2);
