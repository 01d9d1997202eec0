import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { SchemaEditor } from './columns.ts';

type Editor = SchemaEditor & Parameters<ReturnType<typeof sql>['execute']>[0];

/**
 * Makes a table again with all its rows, on SQLite, which cannot change a column; PostgreSQL changes it
 * instead. References to the rows are checked when the migration commits. `create` makes the indexes, too.
 */
export async function rebuildTable(
  db: Editor,
  name: string,
  { create, alter }: { create: () => Promise<void>; alter: () => Promise<void> },
): Promise<void> {
  if (isPostgres(db)) return alter();
  const [table, copy] = [sql.table(name), sql.table(`${name}_before`)];
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await sql`create table ${copy} as select * from ${table}`.execute(db);
  await sql`drop table ${table}`.execute(db);
  await create();
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${`${name}_before`})`.execute(db);
  const columns = sql.join(rows.map((row) => sql.ref(row.name)));
  await sql`insert into ${table} (${columns}) select ${columns} from ${copy}`.execute(db);
  await sql`drop table ${copy}`.execute(db);
}
