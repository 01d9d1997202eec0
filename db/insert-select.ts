import { sql } from 'kysely';

/** A row for `insert … select`, which stores it only where a condition holds: one statement. */
export function asSelection<Row extends object>(row: Row) {
  const columns = Object.keys(row) as (keyof Row & string)[];
  return { columns, values: columns.map((column) => sql`${row[column]}`.as(column)) };
}
