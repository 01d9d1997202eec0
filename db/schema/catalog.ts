import type { GeneratedAlways } from 'kysely';
import type { Instant, Json } from './columns.ts';
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

/** An item of a kind of content that has no table of its own. */
export interface ContentItem {
  id: string;
  /** `one` of its kind in the catalog module. */
  kind: string;
  slug: string;
  position: number;
  status: PublicationStatus;
  /** Its document, in the format of the owner's form. Prices in it are rupees. */
  body: Json;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  /** Calculated by the database: the title in the body. */
  title: string;
}

/** An item of content before a save, in the format of the owner's form, and its status. */
export interface Version {
  kind: string;
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

export interface CatalogTables {
  gigs: StoredGig & { title: GeneratedAlways<string> };
  content_items: Omit<ContentItem, 'title'> & { title: GeneratedAlways<string> };
  versions: Version;
  profiles: SavedProfile;
}
