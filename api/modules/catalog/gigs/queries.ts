import type { Db } from '../../../../db/database.ts';
import type { Gig } from '../../../../db/schema.ts';
import { readAvailability } from '../availability/availability.ts';
import { listPictures } from '../picture-queries.ts';
import { isShopOpen } from '../shop.ts';
import { BLANK_GIG, isOrderable, pauseOf } from './rules.ts';
import type { GigDocument } from './schema.ts';

/** A stored gig with its document; a field that an older program did not store has its blank value. */
const readGig = ({ body, ...row }: Gig) => ({
  ...row,
  body: { ...BLANK_GIG, ...JSON.parse(body) } as GigDocument,
});

export type StoredGig = ReturnType<typeof readGig>;

/** Lists all gigs in the owner's order, retired ones last. */
export async function listGigs(db: Db): Promise<StoredGig[]> {
  const rows = await db
    .selectFrom('gigs')
    .selectAll()
    .orderBy((eb) => eb.case().when('status', '=', 'retired').then(1).else(0).end())
    .orderBy('position')
    .execute();
  return rows.map(readGig);
}

/** Lists published gigs in the owner's order. */
export async function listPublishedGigs(db: Db): Promise<StoredGig[]> {
  const rows = await db
    .selectFrom('gigs')
    .selectAll()
    .where('status', '=', 'published')
    .orderBy('position')
    .execute();
  return rows.map(readGig);
}

export async function findGig(db: Db, id: string): Promise<StoredGig | undefined> {
  const row = await db.selectFrom('gigs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readGig(row);
}

/** A gig that visitors see. */
export async function findPublishedGig(db: Db, id: string): Promise<StoredGig | undefined> {
  const gig = await findGig(db, id);
  return gig?.status === 'published' && (await isShopOpen(db)) ? gig : undefined;
}

/** A gig that can be ordered, and until when it is paused; undefined if it is not offered. */
export async function findOfferedGig(
  db: Db,
  id: string,
  today: string,
): Promise<{ gig: StoredGig; pausedUntil: string | undefined } | undefined> {
  const gig = await findGig(db, id);
  if (!gig || !isOrderable({ ...gig.body, status: gig.status, pausedUntil: '' })) return undefined;
  const { pausedUntil } = await readAvailability(db);
  return { gig, pausedUntil: pauseOf(gig.body, { today, shopPausedUntil: pausedUntil }) };
}

/** Ratings of all gigs, published or not. */
export const listRatings = (db: Db) =>
  db.selectFrom('gigs').select(['id', 'rating_hundredths', 'review_count']).execute();

/** The pictures of these gigs with their texts, in order. Returns a function that picks those of one gig. */
export async function readPictures(db: Db, gigs: readonly Pick<StoredGig, 'body'>[]) {
  const rows = await listPictures(
    db,
    gigs.flatMap(({ body }) => body.pictures.map(({ _id }) => _id)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ body }: Pick<StoredGig, 'body'>) =>
    body.pictures.flatMap(({ _id, alt }) => {
      const row = byId.get(_id);
      return row ? [{ ...row, alt }] : [];
    });
}

export async function firstPictureOf(db: Db, gigId: string) {
  const gig = await findGig(db, gigId);
  return gig && (await readPictures(db, [gig]))(gig)[0];
}

/** Optimistic locking: writes only if the version is still the same. Returns undefined otherwise. */
export const updateGig = (
  tx: Db,
  id: string,
  version: number,
  to: Pick<Gig, 'body' | 'status' | 'updated_at'>,
) =>
  tx
    .updateTable('gigs')
    .set((eb) => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
