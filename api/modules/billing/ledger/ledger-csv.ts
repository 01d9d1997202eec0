import { csvText, spreadsheetTime, toCsv } from '../../../platform/http/csv.ts';
import { orderNumber } from '../../orders/order-number-rules.ts';
import type { DeductedDto } from '../certificates.ts';
import type { DeclarationDto } from '../export-declarations.ts';
import type { EntryRow } from './ledger-queries.ts';

const COLUMNS = [
  'Kind',
  'Amount',
  'Order',
  'Buyer',
  'Number',
  'Payment',
  'Status',
  'Note',
  'Currency',
  'Value in INR',
];

/** The first column names the time zone of the dates. */
export const ledgerColumns = (timeZone: string): string[] => [`Date (${timeZone})`, ...COLUMNS];

export function csvLine(row: EntryRow, timeZone: string): string {
  // Papers move no money.
  const isPaper = row.kind === 'receipt' || row.kind === 'document';
  const moved = (amount: number | null) =>
    isPaper || amount === null ? '' : (amount / 100).toFixed(2);
  return toCsv([
    spreadsheetTime(row.at, timeZone),
    row.kind,
    moved(row.amount),
    row.orderId ? csvOrder(orderNumber(row.orderId)) : '',
    csvText(row.buyer ?? ''),
    row.id,
    row.paymentId,
    row.status,
    csvText(row.detail),
    row.currency,
    moved(row.rupees),
  ]);
}

/** The columns of tax that buyers deducted at source. */
export const deductedColumns = (timeZone: string): string[] => [
  `Date (${timeZone})`,
  ...['Financial year', 'Buyer', 'GSTIN', 'Order', 'Receipt', 'Rule', 'Rate %'],
  ...['Amount', 'Deducted', 'Certificate'],
];

export const deductedLine = (row: DeductedDto, timeZone: string): string =>
  toCsv([
    spreadsheetTime(row.at, timeZone),
    row.year ?? '',
    csvText(row.buyer),
    row.gstin ?? '',
    csvOrder(orderNumber(row.orderId)),
    row.receipt,
    row.section,
    String(row.percent),
    row.base.toFixed(2),
    row.deducted.toFixed(2),
    csvText(row.certificate ?? 'awaited'),
  ]);

export const declarationColumns = (timeZone: string): string[] => [
  ...['Invoice', `Date (${timeZone})`, 'Country', 'Currency', 'Amount', 'Value in INR'],
  ...['Received on', 'Reference of the remittance', 'Purpose code', 'Month declared', 'Declare by'],
];

export const declarationLine = (row: DeclarationDto, timeZone: string): string =>
  toCsv([
    row.invoice,
    spreadsheetTime(row.at, timeZone),
    csvText(row.country),
    row.currency,
    row.amount.toFixed(2),
    row.rupees?.toFixed(2) ?? '',
    row.receivedOn,
    csvText(row.reference),
    row.purpose,
    row.month,
    row.by,
  ]);

/** An order's number; without the sign a spreadsheet reads 7E0001 as 70. */
export const csvOrder = (number: string): string => `#${number}`;
