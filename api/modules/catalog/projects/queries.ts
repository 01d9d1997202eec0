import type { Db } from '../../../../db/database.ts';
import type { Project } from '../../../../db/schema.ts';

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

/** Lists all projects in the owner's order, retired ones last. */
export const listAllProjects = (db: Db) =>
  selectProjects(db)
    .orderBy((eb) => eb.case().when('status', '=', 'retired').then(1).else(0).end())
    .orderBy('position')
    .execute();

export const findProject = (db: Db, id: string) =>
  selectProjects(db).where('projects.id', '=', id).executeTakeFirst();

type Change = Partial<Omit<Project, 'id' | 'slug' | 'position' | 'posted_on' | 'version'>>;

/** Optimistic locking: writes only if the version is still the same. Returns undefined otherwise. */
export const updateProject = (tx: Db, id: string, version: number, to: Change) =>
  tx
    .updateTable('projects')
    .set((eb) => ({ ...to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst();
