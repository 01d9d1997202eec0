const MAX_STARS = 5;

/** Half steps from half a star to five. */
export const isRating = (rating: number): boolean =>
  rating > 0 && rating <= MAX_STARS && Number.isInteger(rating * 2);
