/** Types of the starter catalog. Prices are whole rupees; the database stores paise. */

export interface SeedPicture {
  /** Base name of `db/seed/pictures/<file>-{480,960,1440}.avif` and `<file>-960.webp`. */
  file: string;
  alt: string;
}

interface SeedPlan {
  planType: 'Basic' | 'Standard' | 'Premium';
  title: string;
  priceRupees: number;
  shortDescription: string;
  deliveryDays: number;
  revisionCount: number;
  features: string[];
}

interface SeedExtra {
  name: string;
  description: string;
  priceRupees: number;
}

export interface SeedGig {
  slug: string;
  title: string;
  descriptionHtml: string;
  technologies: string[];
  pictures: SeedPicture[];
  plans: [SeedPlan, SeedPlan, SeedPlan];
  extras: SeedExtra[];
  faq: { question: string; answer: string }[];
}

export interface SeedProject {
  slug: string;
  title: string;
  description: string;
  industry: string;
  tech: string[];
  priceMinRupees: number;
  priceMaxRupees: number;
  /** Days as YYYY-MM-DD. */
  startedOn: string;
  endedOn: string;
  postedOn: string;
  picture: SeedPicture;
}

export interface SeedPerson {
  slug: string;
  name: string;
  /** The number n of `db/seed/pictures/avatar-<n>.webp`, or null for the placeholder. */
  avatar: number | null;
}

export interface SeedReview {
  person: string;
  gig: string;
  plan: SeedPlan['planType'];
  /** The rating: 0.5 to 5 in half steps. */
  rating: number;
  comment: string;
  /** The time as ISO-8601 UTC. */
  createdAt: string;
  edited: boolean;
}
