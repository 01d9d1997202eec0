import { sql } from 'kysely';

/** Prepares a row for `insert … select`, which stores it only if a condition holds, in one statement. */
export function asSelection<Row extends object>(row: Row) {
  const columns = Object.keys(row) as (keyof Row & string)[];
  return { columns, values: columns.map((column) => sql`${row[column]}`.as(column)) };
}
