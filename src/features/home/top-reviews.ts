interface Reviewed {
  rating: number;
  comment: string;
}

/** Rating over 4, comment over 26 characters, four at most, in server order (spec §5). */
export const topReviews = <T extends Reviewed>(reviews: T[]): T[] =>
  reviews.filter(({ rating, comment }) => rating > 4 && comment.length > 26).slice(0, 4);
