import type { Db } from '../../../../db/database.ts';
import { findGig, listPlansOf } from './admin-queries.ts';
import { isOrderable } from './publication-rules.ts';

/** Lists published gigs in the owner's order. */
export const listGigRows = (db: Db) =>
  db.selectFrom('gigs').selectAll().where('status', '=', 'published').orderBy('position').execute();

/** Ratings of all gigs, published or not. */
export const listRatings = (db: Db) =>
  db.selectFrom('gigs').select(['id', 'rating_hundredths', 'review_count']).execute();

export const listPlans = (db: Db) =>
  db.selectFrom('plans').selectAll().orderBy('gig_id').orderBy('position').execute();

export const listExtras = (db: Db) =>
  db.selectFrom('extras').selectAll().orderBy('gig_id').orderBy('position').execute();

export const listFaqs = (db: Db) =>
  db.selectFrom('faqs').selectAll().orderBy('gig_id').orderBy('position').execute();

export const listGigPictures = (db: Db) =>
  db
    .selectFrom('gig_pictures')
    .innerJoin('pictures', 'pictures.id', 'gig_pictures.picture_id')
    .select(['gig_id', 'alt', 'width', 'height', 'variants'])
    .orderBy('gig_id')
    .orderBy('position')
    .execute();

export const findPublishedGig = (db: Db, id: string) =>
  db
    .selectFrom('gigs')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst();

/** Finds a gig that can be ordered, with its plans. */
export async function findOrderableGig(db: Db, id: string) {
  const gig = await findGig(db, id);
  if (!gig) return undefined;
  const PricingPlans = await listPlansOf(db, id);
  return isOrderable({ ...gig, PricingPlans }) ? { ...gig, PricingPlans } : undefined;
}

export const listExtrasOf = (db: Db, gigId: string) =>
  db.selectFrom('extras').selectAll().where('gig_id', '=', gigId).execute();

export const firstPictureOf = (db: Db, gigId: string) =>
  db
    .selectFrom('gig_pictures')
    .innerJoin('pictures', 'pictures.id', 'gig_pictures.picture_id')
    .select(['alt', 'width', 'height', 'variants'])
    .where('gig_id', '=', gigId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
