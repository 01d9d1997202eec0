import type { Db } from '../../../../db/database.ts';
import type { Gig } from '../../../../db/schema.ts';

/** Lists all gigs in the owner's order, retired ones last, each with its first picture and lowest price. */
export const listAllGigs = (db: Db) =>
  db
    .selectFrom('gigs')
    .leftJoin('gig_pictures', (join) =>
      join.onRef('gig_pictures.gig_id', '=', 'gigs.id').on((eb) =>
        eb(
          'gig_pictures.position',
          '=',
          eb
            .selectFrom('gig_pictures as other')
            .select(({ fn }) => fn.min('other.position').as('first'))
            .whereRef('other.gig_id', '=', 'gigs.id'),
        ),
      ),
    )
    .leftJoin('pictures', 'pictures.id', 'gig_pictures.picture_id')
    .selectAll('gigs')
    .select(['alt', 'width', 'height', 'variants'])
    .select((eb) =>
      eb
        .selectFrom('plans')
        .select(({ fn }) => fn.min('price').as('price'))
        .whereRef('gig_id', '=', 'gigs.id')
        .as('from_price'),
    )
    .orderBy((eb) => eb.case().when('status', '=', 'retired').then(1).else(0).end())
    .orderBy('gigs.position')
    .execute();

export const findGig = (db: Db, id: string) =>
  db.selectFrom('gigs').selectAll().where('id', '=', id).executeTakeFirst();

export const listPlansOf = (db: Db, id: string) =>
  db.selectFrom('plans').selectAll().where('gig_id', '=', id).orderBy('position').execute();

export const listExtrasForEdit = (db: Db, id: string) =>
  db.selectFrom('extras').selectAll().where('gig_id', '=', id).orderBy('position').execute();

export const listFaqsOf = (db: Db, id: string) =>
  db.selectFrom('faqs').selectAll().where('gig_id', '=', id).orderBy('position').execute();

export const listPicturesOf = (db: Db, id: string) =>
  db
    .selectFrom('gig_pictures')
    .innerJoin('pictures', 'pictures.id', 'gig_pictures.picture_id')
    .select(['picture_id', 'alt', 'width', 'height', 'variants'])
    .where('gig_id', '=', id)
    .orderBy('position')
    .execute();

type Change = Partial<
  Pick<Gig, 'title' | 'description_html' | 'technologies' | 'status' | 'updated_at'>
>;

/** Optimistic locking: writes only if the version is still the same. Returns undefined otherwise. */
export const updateGig = (tx: Db, id: string, version: number, to: Change) =>
  tx
    .updateTable('gigs')
    .set((eb) => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
