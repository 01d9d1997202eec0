import { TZDate } from '@date-fns/tz';
import { formatISO } from 'date-fns/formatISO';
import { orderNumber } from '../orders/order-number-rules.ts';
import type { EntryRow } from './ledger-queries.ts';

const COLUMNS = ['Kind', 'Amount', 'Order', 'Buyer', 'Number', 'Payment', 'Status', 'Note'];

/** Spreadsheets need a byte order mark to read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line names the time zone of the dates. */
export const csvHead = (timeZone: string): string =>
  `${BYTE_ORDER_MARK}${[`Date (${timeZone})`, ...COLUMNS].join(',')}\r\n`;

export function csvLine(row: EntryRow, timeZone: string): string {
  const cells = [
    spreadsheetTime(row.at, timeZone),
    row.kind,
    row.kind === 'receipt' || row.kind === 'document' ? '' : (row.amount / 100).toFixed(2),
    row.orderId ? orderNumber(row.orderId) : '',
    text(row.buyer ?? ''),
    row.id,
    row.paymentId,
    row.status,
    text(row.detail),
  ];
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Escapes text that begins like a formula (CSV injection): a spreadsheet would run it. */
const text = (value: string): string => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Formats a time as '2026-11-03 14:05' in this time zone, which spreadsheets recognize. */
const spreadsheetTime = (at: string, timeZone: string): string =>
  formatISO(new TZDate(at, timeZone), { format: 'extended' }).slice(0, 16).replace('T', ' ');
