import { sql } from 'kysely';
import {
  columnTypes,
  count,
  createIndex,
  createTable,
  primaryKey,
  required,
  type SchemaEditor,
} from '../columns.ts';

/** What belongs to no module: settings, leases, limits, mail that waits, pictures. */
export async function createPlatform(db: SchemaEditor): Promise<void> {
  const { bytes } = columnTypes(db);
  await createLeases(db);
  await createTable(db, 'settings')
    .addColumn('key', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .execute();

  await createTable(db, 'limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('used', 'integer', required)
    .addColumn('ends_at', 'text', required)
    .execute();
  await createIndex(db, 'limits', 'ends', ['ends_at']);

  await createTable(db, 'outbox')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('encrypted', bytes)
    .addColumn('created_at', 'text', required)
    .addColumn('next_try_at', 'text', required)
    .addColumn('tries', 'integer', count)
    .addColumn('sent_at', 'text')
    .addColumn('recipient', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await createIndex(db, 'outbox', 'waiting', ['next_try_at'], sql`sent_at is null`);

  await createTable(db, 'media')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('mime', 'text', required)
    .addColumn('bytes', bytes, required)
    .addColumn('created_at', 'text', required)
    .execute();

  await createTable(db, 'pictures')
    .addColumn('id', 'text', primaryKey)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('variants', 'text', required)
    .execute();
}

/** Also made in the database that holds leases alone. */
export async function createLeases(db: SchemaEditor): Promise<void> {
  await createTable(db, 'leases')
    .ifNotExists()
    .addColumn('name', 'text', primaryKey)
    .addColumn('holder', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute();
}
