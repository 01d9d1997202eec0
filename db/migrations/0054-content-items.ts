import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../engine.ts';
import { checked, createTable, createUniqueIndex, primaryKey, required } from './columns.ts';
import { rebuildTable } from './rebuild-table.ts';

interface Project {
  id: string;
  slug: string;
  position: number;
  title: string;
  description: string;
  industry: string;
  tech: string;
  price_min: number;
  price_max: number;
  started_on: string;
  ended_on: string;
  posted_on: string;
  picture_id: string;
  alt: string;
  status: string;
  updated_at: string;
  version: number;
}

/** The document of a project, in the format of the owner's form. */
const documentOf = (project: Project) => ({
  title: project.title,
  desc: project.description,
  type: project.industry,
  tech: JSON.parse(project.tech) as unknown,
  priceRange: { min: Number(project.price_min) / 100, max: Number(project.price_max) / 100 },
  timeframe: { start: project.started_on, end: project.ended_on },
  picture: { _id: project.picture_id, alt: project.alt },
});

/**
 * One table for every kind of content that is a document. Past work moves into it with ids, order, versions and pictures;
 * what was stored before a save may be of any kind.
 */
export const contentItems: Migration = {
  async up(db) {
    await createTable(db, 'content_items')
      .addColumn('id', 'text', primaryKey)
      .addColumn('kind', 'text', required)
      .addColumn('slug', 'text', required)
      .addColumn('position', 'integer', required)
      .addColumn('status', 'text', checked(sql`status in ('draft', 'published', 'retired')`))
      .addColumn('body', 'text', required)
      .addColumn('created_at', 'text', required)
      .addColumn('updated_at', 'text', required)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('title', 'text', (column) =>
        isPostgres(db)
          ? column.generatedAlwaysAs(sql`((body::jsonb) ->> 'title')`).stored()
          : column.generatedAlwaysAs(sql`(json_extract(body, '$.title'))`),
      )
      .execute();
    await createUniqueIndex(db, 'content_items', 'slug', ['kind', 'slug']);
    const { rows } = await sql<Project>`select * from projects`.execute(db);
    for (const project of rows) {
      const { id, slug, position, status, updated_at, version } = project;
      const body = JSON.stringify(documentOf(project));
      await sql`
        insert into content_items (id, kind, slug, position, status, body, created_at, updated_at, version)
        values (${id}, 'project', ${slug}, ${position}, ${status}, ${body},
          ${`${project.posted_on}T00:00:00.000Z`}, ${updated_at}, ${version})`.execute(db);
    }
    await db.schema.dropTable('projects').execute();
    await rebuildTable(db, 'versions', {
      create: () =>
        createTable(db, 'versions')
          .addColumn('kind', 'text', required)
          .addColumn('item_id', 'text', required)
          .addColumn('version', 'integer', required)
          .addColumn('body', 'text', required)
          .addColumn('saved_at', 'text', required)
          .addPrimaryKeyConstraint('versions_key', ['kind', 'item_id', 'version'])
          .execute(),
      alter: async () => {
        await db.schema.alterTable('versions').dropConstraint('versions_kind_check').execute();
      },
    });
  },
};
