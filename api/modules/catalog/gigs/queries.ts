import type { Db } from '../../../../db/database.ts';
import type { Gig } from '../../../../db/schema.ts';
import { readAvailability } from '../availability/availability.ts';
import type { ContentStore, StoredItem } from '../content/kind.ts';
import { withPictures } from '../content/pictures.ts';
import { findItem, listItems, listPublishedItems } from '../content/queries.ts';
import { isShopOpen } from '../shop.ts';
import { BLANK_GIG } from './form-rules.ts';
import { pauseOf, whyNotOrderable } from './rules.ts';
import type { GigDocument } from './schema.ts';

export const GIGS = {
  one: 'gig',
  many: 'gigs',
  table: 'gigs',
  blank: BLANK_GIG,
} as const satisfies ContentStore;

/** A stored gig with its document and its rating. */
export type StoredGig = StoredItem<GigDocument> & Pick<Gig, 'rating_hundredths' | 'review_count'>;

/** Lists all gigs in the owner's order, retired ones last. */
export const listGigs = (db: Db) => listItems<StoredGig>(db, GIGS);

/** Lists published gigs in the owner's order. */
export const listPublishedGigs = (db: Db) => listPublishedItems<StoredGig>(db, GIGS);

export const findGig = (db: Db, id: string) => findItem<StoredGig>(db, GIGS, id);

/** A gig that visitors see. */
export async function findPublishedGig(db: Db, id: string): Promise<StoredGig | undefined> {
  const gig = await findGig(db, id);
  return gig?.status === 'published' && (await isShopOpen(db)) ? gig : undefined;
}

/** A published gig, and why it cannot be ordered on this day; undefined if it is not offered. */
export async function findOfferedGig(
  db: Db,
  id: string,
  today: string,
): Promise<{ gig: StoredGig; whyNot: string | undefined } | undefined> {
  const gig = await findGig(db, id);
  if (gig?.status !== 'published') return undefined;
  const { pausedUntil: shopPausedUntil } = await readAvailability(db);
  const pausedUntil = pauseOf(gig.body, { today, shopPausedUntil });
  return { gig, whyNot: whyNotOrderable({ ...gig.body, pausedUntil }) };
}

/** Ratings of all gigs, published or not. */
export const listRatings = (db: Db) =>
  db.selectFrom('gigs').select(['id', 'rating_hundredths', 'review_count']).execute();

/** The first picture of a gig; undefined if it has none. */
export async function firstPictureOf(db: Db, gigId: string) {
  const gig = await findGig(db, gigId);
  return (await withPictures(db, gig?.body.pictures ?? []))[0];
}
