import { TZDate } from '@date-fns/tz';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { StreamingApi } from 'hono/utils/stream';
import type { Env } from './env.ts';

/** An export reads and writes this many rows at a time. */
export const EXPORT_PAGE = 500;

/** Spreadsheets need a byte order mark to read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const toCsv = (cells: string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** Escapes text that begins like a formula (CSV injection): a spreadsheet would run it. */
export const csvText = (value: string): string =>
  /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Formats a time as '2026-11-03 14:05' in this time zone, which spreadsheets recognize. */
export const spreadsheetTime = (at: string, timeZone: string): string =>
  new TZDate(at, timeZone).toISOString().slice(0, 16).replace('T', ' ');

interface Export<Row> {
  columns: string[];
  /** A page of rows after this one; less than `EXPORT_PAGE` is the last. */
  list: (after: Row | undefined) => Promise<Row[]>;
  line: (row: Row) => string;
}

export function streamCsv<Row>(
  c: Context<Env>,
  name: string,
  { columns, list, line }: Export<Row>,
) {
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${name}.csv"`);
  // A write waits until the client has taken the one before.
  const write = async (out: StreamingApi) => {
    await out.write(`${BYTE_ORDER_MARK}${toCsv(columns)}`);
    let after: Row | undefined;
    do {
      const rows = await list(after);
      await out.write(rows.map(line).join(''));
      after = rows.length === EXPORT_PAGE ? rows.at(-1) : undefined;
    } while (after && !out.aborted);
  };
  return stream(c, write, async (error) => {
    c.var.services.log.error(`the ${name} could not be exported`, error);
    // A file that ends early must not look complete.
    (c.env as HttpBindings).outgoing.destroy();
  });
}
