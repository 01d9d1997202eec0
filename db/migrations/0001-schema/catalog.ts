import { sql } from 'kysely';
import { isPostgres } from '../../engine.ts';
import {
  checked,
  columnTypes,
  count,
  createIndex,
  createTable,
  createUniqueIndex,
  derived,
  firstVersion,
  mayReferTo,
  onePer,
  primaryKey,
  refersTo,
  required,
  type SchemaEditor,
  unique,
} from '../columns.ts';

const publicationStatus = checked(sql`status in ('draft', 'published', 'retired')`);

/** What the site shows: gigs and other content, what the seller says of themselves, legal pages, and visits. */
export async function createCatalog(db: SchemaEditor): Promise<void> {
  const title = derived(
    db,
    isPostgres(db) ? sql`((body::jsonb) ->> 'title')` : sql`(json_extract(body, '$.title'))`,
  );
  await createTable(db, 'gigs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('slug', 'text', unique)
    .addColumn('position', 'integer', required)
    .addColumn('status', 'text', publicationStatus)
    .addColumn('body', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('title', 'text', title)
    .addColumn('rating_hundredths', 'integer', count)
    .addColumn('review_count', 'integer', count)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('version', 'integer', firstVersion)
    .execute();

  await createTable(db, 'content_items')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('slug', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('status', 'text', publicationStatus)
    .addColumn('body', 'text', required)
    .addColumn('title', 'text', title)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('version', 'integer', firstVersion)
    .execute();
  await createUniqueIndex(db, 'content_items', 'slug', ['kind', 'slug']);

  await createTable(db, 'versions')
    .addColumn('kind', 'text', required)
    .addColumn('item_id', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('body', 'text', required)
    .addColumn('saved_at', 'text', required)
    .addPrimaryKeyConstraint('versions_key', ['kind', 'item_id', 'version'])
    .execute();

  await createTable(db, 'profiles')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('body', 'text', required)
    .addColumn('saved_at', 'text', required)
    .execute();

  await createTable(db, 'legal_versions')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('sha256', 'text', unique)
    .addColumn('pages', 'text', required)
    .addColumn('published_at', 'text', required)
    .execute();

  await createTable(db, 'discount_codes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('code', 'text', required)
    .addColumn('gig_id', 'text', mayReferTo('gigs.id'))
    .addColumn('percent', 'integer')
    .addColumn('amount', columnTypes(db).money)
    .addColumn('currency', 'text')
    .addColumn('last_day', 'text')
    .addColumn('max_uses', 'integer')
    .addColumn('once_per_buyer', 'integer', checked(sql`once_per_buyer in (0, 1)`))
    .addColumn('disabled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addCheckConstraint(
      'discount_codes_worth_check',
      sql`(percent is null) <> (amount is null) and (amount is null) = (currency is null)`,
    )
    .execute();
  await createUniqueIndex(db, 'discount_codes', 'code', ['code']);

  await createTable(db, 'visits')
    .addColumn('day', 'text', required)
    .addColumn('kind', 'text', checked(sql`kind in ('page', 'source', 'order')`))
    .addColumn('name', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('visits_pkey', ['day', 'kind', 'name'])
    .execute();
}

/** What buyers say in public: reviews, and what they let others see of their orders. */
export async function createReviews(db: SchemaEditor): Promise<void> {
  await createTable(db, 'reviews')
    .addColumn('id', 'text', primaryKey)
    .addColumn('gig_id', 'text', refersTo('gigs.id'))
    .addColumn('user_id', 'text', refersTo('users.id'))
    .addColumn('order_id', 'text', mayReferTo('orders.id'))
    .addColumn('half_stars', 'integer', checked(sql`half_stars between 1 and 10`))
    .addColumn('comment', 'text', required)
    .addColumn('plan_type', 'text', required)
    .addColumn('price', columnTypes(db).money, required)
    .addColumn('delivery_days', 'integer', required)
    .addColumn('edited', 'integer', checked(sql`edited in (0, 1)`))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('reply', 'text')
    .addColumn('replied_at', 'text')
    .addUniqueConstraint('reviews_user_id_order_id', ['user_id', 'order_id'])
    .execute();
  await createIndex(db, 'reviews', 'gig', ['gig_id', 'created_at']);

  await createTable(db, 'hidden_reviews')
    .addColumn('review_id', 'text', onePer('reviews.id'))
    .addColumn('reason', 'text', required)
    .addColumn('hidden_at', 'text', required)
    .execute();

  await createTable(db, 'case_study_requests')
    .addColumn('id', 'text', primaryKey)
    .addColumn('order_id', 'text', refersTo('orders.id'))
    .addColumn('item_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('names', 'text', required)
    .addColumn('pictures', 'text', required)
    .addColumn('asked_at', 'text', required)
    .addColumn('answered_at', 'text')
    .addColumn('agreed', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('words', 'text')
    .addColumn('withdrawn', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await createIndex(db, 'case_study_requests', 'order', ['order_id']);
  await createUniqueIndex(
    db,
    'case_study_requests',
    'open',
    ['order_id'],
    sql`answered_at is null`,
  );
}
