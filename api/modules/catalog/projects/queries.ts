import type { Db } from '../../../../db/database.ts';

/** Lists published projects in the owner's order. */
export const listProjectRows = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('pictures', 'pictures.id', 'projects.picture_id')
    .select([
      'projects.id',
      'title',
      'description',
      'industry',
      'tech',
      'price_min',
      'price_max',
      'started_on',
      'ended_on',
      'posted_on',
      'alt',
      'width',
      'height',
      'variants',
    ])
    .where('status', '=', 'published')
    .orderBy('position')
    .execute();
