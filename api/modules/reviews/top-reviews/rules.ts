// A file of its own: the home page loads it without what the form for a review needs.

interface Reviewed {
  rating: number;
  comment: string;
}

/** The reviews of the home page: at most four good ones with a real comment, in server order. */
export const topReviews = <T extends Reviewed>(reviews: T[]): T[] =>
  reviews.filter(({ rating, comment }) => rating > 4 && comment.length > 26).slice(0, 4);
