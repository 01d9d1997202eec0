import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type DataTypeNode,
  type Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  SqliteAdapter,
  sql,
} from 'kysely';

type Column = ColumnDefinitionBuilder;

/** What a migration needs of a database. */
export type SchemaEditor = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;

const isSqlite = (db: SchemaEditor): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/** On PostgreSQL text is compared byte by byte, as SQLite does, whatever the server's locale is. */
class BytewiseText extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    if (node.dataType !== 'text') return node;
    return { ...node, dataType: 'text collate "C"' as 'text' };
  }
}

const bytewiseText: KyselyPlugin = {
  transformQuery: ({ node }) => new BytewiseText().transformNode(node),
  transformResult: async ({ result }) => result,
};

/** What is called differently by the engines. Times are ISO text, ids are text, flags 0 or 1. */
export const columnTypes = (db: SchemaEditor) =>
  isSqlite(db)
    ? ({ money: 'integer', bytes: 'blob' } as const)
    : ({ money: 'bigint', bytes: 'bytea' } as const);

/** A table; on SQLite a strict one, which refuses text in a number as PostgreSQL does by itself. */
export function createTable(db: SchemaEditor, name: string): CreateTableBuilder<string, never> {
  const schema = isSqlite(db) ? db.schema : db.schema.withPlugin(bytewiseText);
  const table: CreateTableBuilder<string, never> = schema.createTable(name);
  return isSqlite(db) ? table.modifyEnd(sql`strict`) : table;
}

export const primaryKey = (column: Column) => column.primaryKey().notNull();
export const required = (column: Column) => column.notNull();
export const count = (column: Column) => column.notNull().defaultTo(0);
export const refersTo = (key: string) => (column: Column) => column.notNull().references(key);
/** Goes with the row that it refers to. */
export const ownedBy = (key: string) => (column: Column) =>
  column.notNull().references(key).onDelete('cascade');
