import type { GeneratedAlways } from 'kysely';
import type { Day, Flag, Instant, Json, Paise } from './columns.ts';
import type { PublicationStatus } from './states.ts';

interface StoredGig {
  id: string;
  slug: string;
  position: number;
  status: PublicationStatus;
  /** The gig's document, `GigDocument` of the catalog module. Prices in it are rupees. */
  body: Json;
  /** Mean rating of the visible reviews in hundredths of a star: 4.63 is 463. */
  rating_hundredths: number;
  review_count: number;
  created_at: Instant;
  updated_at: Instant;
  /** Incremented with every save, so that two tabs cannot overwrite each other (optimistic locking). */
  version: number;
}

export interface Gig extends StoredGig {
  /** Calculated by the database: the title in the body. */
  title: string;
}

export interface Project {
  id: string;
  slug: string;
  position: number;
  title: string;
  description: string;
  industry: string;
  tech: Json;
  price_min: Paise;
  price_max: Paise;
  started_on: Day;
  ended_on: Day;
  posted_on: Day;
  picture_id: string;
  alt: string;
  status: Gig['status'];
  updated_at: Instant;
  version: number;
}

/** A gig or project before a save, in the format of the owner's form. */
export interface Version {
  kind: 'gig' | 'project';
  item_id: string;
  version: number;
  body: Json;
  saved_at: Instant;
}

/** A saved version of the seller's texts; the newest is shown. */
export interface SavedProfile {
  version: number;
  body: Json;
  saved_at: Instant;
}

export interface Review {
  id: string;
  gig_id: string;
  user_id: string;
  /** The order of the review; null for seed data. */
  order_id: string | null;
  /** The rating in half stars: 1 to 10. */
  half_stars: number;
  comment: string;
  plan_type: string;
  price: Paise;
  delivery_days: number;
  edited: Flag;
  created_at: Instant;
  updated_at: Instant;
  /** The owner's reply. */
  reply: string | null;
  replied_at: Instant | null;
}

/** A review hidden from visitors, with the reason. */
export interface HiddenReview {
  review_id: string;
  reason: string;
  hidden_at: Instant;
}

export interface CatalogTables {
  gigs: StoredGig & { title: GeneratedAlways<string> };
  projects: Project;
  reviews: Review;
  versions: Version;
  profiles: SavedProfile;
  hidden_reviews: HiddenReview;
}
