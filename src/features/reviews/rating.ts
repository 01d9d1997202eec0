interface Rated {
  gigId: string;
  rating: number;
}

const mean = (numbers: number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** A gig's rating: the mean of its reviews. */
export const ratingOfGig = (reviews: Rated[]): number =>
  reviews.length > 0 ? hundredths(mean(reviews.map(({ rating }) => rating))) : 0;

/** The seller's average: the sum of the gigs' ratings divided by the number of gigs. */
export function ratingOfSeller(reviews: Rated[], gigs: number): number {
  if (gigs === 0) return 0;
  const ratings = [...Map.groupBy(reviews, ({ gigId }) => gigId).values()].map(ratingOfGig);
  return ratings.reduce((sum, each) => sum + each, 0) / gigs;
}

export const VISIBLE_REVIEWS = 4;

export const reviewsHeading = (count: number): string =>
  count > 0 ? `1-${Math.min(VISIBLE_REVIEWS, count)} out of ${count} Reviews` : 'Reviews';
