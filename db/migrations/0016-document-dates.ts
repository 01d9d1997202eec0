import type { Migration } from 'kysely/migration';
import { createIndex } from './columns.ts';

/** The ledger lists documents by their date. */
export const documentDates: Migration = {
  up: (db) => createIndex(db, 'billing_documents', 'created', ['created_at', 'number']),
};
