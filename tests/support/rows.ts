import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/schema.ts';
import type { RunningApp } from './test-app.ts';

type Row<T extends keyof Tables> = Selectable<Tables[T]>;

/** The rows of a table that have these values. */
export async function rowsWith<T extends keyof Tables>(
  of: RunningApp | Db,
  table: T,
  values: Partial<Row<T>> = {},
): Promise<Row<T>[]> {
  const db = 'server' in of ? of.server.services.store.db : of;
  let rows = db.selectFrom(table as 'settings').selectAll();
  for (const [column, value] of Object.entries(values))
    rows = rows.where(column as 'key', '=', value as string);
  return (await rows.execute()) as unknown as Row<T>[];
}

/** The first row that has these values; throws if there is none. */
export async function rowWith<T extends keyof Tables>(
  of: RunningApp | Db,
  table: T,
  values: Partial<Row<T>> = {},
): Promise<Row<T>> {
  const [row] = await rowsWith(of, table, values);
  if (!row) throw new Error(`${table} has no row with ${JSON.stringify(values)}`);
  return row;
}

/** Changes a row in a transaction of the app, so that its caches are invalidated. */
export const changeRow = <
  T extends 'orders' | 'gigs' | 'payments' | 'instalments' | 'reviews' | 'users',
>(
  app: RunningApp,
  table: T,
  id: string,
  to: Updateable<Tables[T]>,
) =>
  app.write((tx) =>
    tx
      .updateTable(table as 'users')
      .set(to as Updateable<Tables['users']>)
      .where('id', '=', id)
      .execute(),
  );
