import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type DataTypeNode,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely';
import { isPostgres } from '../engine.ts';

type Column = ColumnDefinitionBuilder;

/** What a migration needs of a database. */
export type SchemaEditor = Pick<Kysely<unknown>, 'schema'> & QueryExecutorProvider;

const POSTGRES_TYPES: Record<string, string> = {
  // Compared byte by byte, as SQLite does, whatever the server's locale is.
  text: 'text collate "C"',
};

class PostgresTypes extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    const dataType = POSTGRES_TYPES[String(node.dataType)];
    return dataType ? { ...node, dataType: dataType as 'text' } : node;
  }
}

const postgresTypes: KyselyPlugin = {
  transformQuery: ({ node }) => new PostgresTypes().transformNode(node),
  transformResult: async ({ result }) => result,
};

/** What is called differently by the engines. Times are ISO text, ids are text, flags 0 or 1. */
export const columnTypes = (db: SchemaEditor) =>
  isPostgres(db)
    ? ({ money: 'bigint', bytes: 'bytea' } as const)
    : ({ money: 'integer', bytes: 'blob' } as const);

/** A table; on SQLite a strict one, which refuses text in a number as PostgreSQL does by itself. */
export function createTable(db: SchemaEditor, name: string): CreateTableBuilder<string, never> {
  return isPostgres(db)
    ? db.schema.withPlugin(postgresTypes).createTable(name)
    : db.schema.createTable(name).modifyEnd(sql`strict`);
}

type Condition = RawBuilder<unknown>;

const index = (
  db: SchemaEditor,
  table: string,
  name: string,
  columns: string[],
  where?: Condition,
) => {
  const all = db.schema.createIndex(`${table}_${name}`).on(table).columns(columns);
  return where ? all.where(where.$castTo<boolean>()) : all;
};

/** An index `<table>_<name>`, of the rows that the condition chooses. */
export const createIndex = (...of: Parameters<typeof index>) => index(...of).execute();
export const createUniqueIndex = (...of: Parameters<typeof index>) =>
  index(...of)
    .unique()
    .execute();

export const primaryKey = (column: Column) => column.primaryKey().notNull();
export const required = (column: Column) => column.notNull();
export const unique = (column: Column) => column.notNull().unique();
export const count = (column: Column) => column.notNull().defaultTo(0);
/** Of a row that is saved again and again. */
export const firstVersion = (column: Column) => column.notNull().defaultTo(1);
export const refersTo = (key: string) => (column: Column) => column.notNull().references(key);
export const mayReferTo = (key: string) => (column: Column) => column.references(key);
export const checked = (condition: Condition, initial?: number | string) => (column: Column) =>
  (initial === undefined ? column : column.defaultTo(initial)).notNull().check(condition);
/** Goes with the row that it refers to. */
export const ownedBy = (key: string) => (column: Column) =>
  column.notNull().references(key).onDelete('cascade');
/** The same for a table with at most one row for each. */
export const onePer = (key: string) => (column: Column) => ownedBy(key)(column.primaryKey());
/** Calculated by the database: when it is read on SQLite, when the row is written on PostgreSQL, which knows no other way before 18. */
export const derived = (db: SchemaEditor, value: Condition) => (column: Column) =>
  isPostgres(db) ? column.generatedAlwaysAs(value).stored() : column.generatedAlwaysAs(value);
