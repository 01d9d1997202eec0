import { sql } from 'kysely';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  ownedBy,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** What is for sale, and the past work. */
export async function createCatalog(db: SchemaEditor): Promise<void> {
  const { money } = columnTypes(db);
  await createTable(db, 'gigs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('position', 'integer', required)
    .addColumn('status', 'text', checked(sql`status in ('draft', 'published', 'retired')`))
    .addColumn('title', 'text', required)
    .addColumn('description_html', 'text', required)
    .addColumn('technologies', 'text', required)
    .addColumn('rating_hundredths', 'integer', count)
    .addColumn('review_count', 'integer', count)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();

  await createTable(db, 'gig_pictures')
    .addColumn('gig_id', 'text', ownedBy('gigs.id'))
    .addColumn('position', 'integer', required)
    .addColumn('picture_id', 'text', refersTo('pictures.id'))
    .addColumn('alt', 'text', required)
    .addPrimaryKeyConstraint('gig_pictures_key', ['gig_id', 'position'])
    .execute();

  await createTable(db, 'plans')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gig_id', 'text', ownedBy('gigs.id'))
    .addColumn('position', 'integer', required)
    .addColumn('plan_type', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('price', money, checked(sql`price >= 100`))
    .addColumn('short_description', 'text', required)
    .addColumn('delivery_days', 'integer', checked(sql`delivery_days > 0`))
    .addColumn('revision_count', 'integer', checked(sql`revision_count >= 0`))
    .addColumn('features', 'text', required)
    .addUniqueConstraint('plans_gig_id_plan_type', ['gig_id', 'plan_type'])
    .execute();

  await createTable(db, 'extras')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gig_id', 'text', ownedBy('gigs.id'))
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('price', money, checked(sql`price >= 100`))
    .execute();
  await createIndex(db, 'extras', 'gig', ['gig_id', 'position']);

  await createTable(db, 'faqs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gig_id', 'text', ownedBy('gigs.id'))
    .addColumn('position', 'integer', required)
    .addColumn('question', 'text', required)
    .addColumn('answer', 'text', required)
    .execute();
  await createIndex(db, 'faqs', 'gig', ['gig_id', 'position']);

  await createTable(db, 'projects')
    .addColumn('id', 'text', primaryKey)
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('position', 'integer', required)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('industry', 'text', required)
    .addColumn('tech', 'text', required)
    .addColumn('price_min', money, required)
    .addColumn('price_max', money, required)
    .addColumn('started_on', 'text', required)
    .addColumn('ended_on', 'text', required)
    .addColumn('posted_on', 'text', required)
    .addColumn('picture_id', 'text', refersTo('pictures.id'))
    .addColumn('alt', 'text', required)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn(
      'status',
      'text',
      checked(sql`status in ('draft', 'published', 'retired')`, 'published'),
    )
    .addColumn('updated_at', 'text', required)
    .execute();

  await createTable(db, 'versions')
    .addColumn('kind', 'text', checked(sql`kind in ('gig', 'project')`))
    .addColumn('item_id', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('body', 'text', required)
    .addColumn('saved_at', 'text', required)
    .addPrimaryKeyConstraint('versions_key', ['kind', 'item_id', 'version'])
    .execute();
}
