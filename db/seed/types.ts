/** Types of the starter catalog. Prices are whole rupees. */

interface SeedPlan {
  planType: 'Basic' | 'Standard' | 'Premium';
  title: string;
  price: number;
  shortDescription: string;
  deliveryDays: number;
  revisionCount: number;
  /** The features that the smaller package has not. */
  adds: string[];
  /** The feature that is another one in each package. */
  size: string;
}

interface SeedExtra {
  name: string;
  description: string;
  price: number;
}

export interface SeedGig {
  slug: string;
  title: string;
  /** HTML. */
  description: string;
  technologies: string[];
  /** The text of each picture; the first is `db/seed/pictures/<slug>-1-{480,960,1440}.avif` and `-960.webp`. */
  pictures: string[];
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
  /** The text of `project-<slug>-…` among the pictures. */
  alt: string;
}

/** What the page of a project tells beyond its facts. The picture of the project is the one after. */
export interface SeedStudy {
  result: string;
  problem: string;
  /** Texts in HTML. */
  parts: { text: string; picture: null }[];
  /** The text of `project-<slug>-before-…` among the pictures. */
  before: string;
  figures: { value: string; caption: string; source: string; date: string }[];
  /** The review's person and gig, as in its id. */
  review: string;
  /** The gig that does the same. */
  gig: string;
}

export interface SeedArticle {
  slug: string;
  title: string;
  date: string;
  picture: { _id: string; alt: string };
  /** HTML. */
  text: string;
  projectId: string;
  gigId: string;
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
  edited?: true;
}
