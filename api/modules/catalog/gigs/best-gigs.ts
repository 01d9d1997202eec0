interface Rated {
  ratings: number;
  numOfReviews: number;
  PricingPlans: unknown[];
}

// Bayesian average: five extra reviews of 4 stars, so that one review of 5 does not rank above forty of 4.9.
const PRIOR = { reviews: 5, rating: 4 };

const score = ({ ratings, numOfReviews }: Rated): number =>
  (ratings * numOfReviews + PRIOR.rating * PRIOR.reviews) / (numOfReviews + PRIOR.reviews);

/** The gigs of the home page: those with the best rating that can be ordered. Ties keep the owner's order. */
export const bestGigs = <T extends Rated>(gigs: T[], most = 4): T[] =>
  gigs
    .filter(({ PricingPlans }) => PricingPlans.length > 0)
    .sort((a, b) => score(b) - score(a))
    .slice(0, most);
