import type { Db } from '../../../../db/database.ts';

export const selectProjects = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('pictures', 'pictures.id', 'projects.picture_id')
    .selectAll('projects')
    .select(['width', 'height', 'variants']);

/** Lists published projects in the owner's order. */
export const listPublishedProjects = (db: Db) =>
  selectProjects(db).where('status', '=', 'published').orderBy('position').execute();

export type ProjectRow = Awaited<ReturnType<typeof listPublishedProjects>>[number];
