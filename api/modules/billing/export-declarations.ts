import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { dayIn } from '../../platform/dates.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { singleLineText } from '../../platform/http/text-schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { isAbroad } from '../orders/country-rules.ts';
import { countsIn } from '../orders/queries.ts';
import type { InvoiceData } from './document-data.ts';
import { declareBy, FIRST_DECLARED_MONTH } from './tax-rules.ts';
import { MONTH_NEEDED, NO_SUCH_INVOICE, PURPOSE_NEEDED, REMITTANCE_NEEDED } from './texts.ts';

const KEY = 'export declarations';

/** What the owner enters of an invoice; empty is not known yet. */
export const declarationBody = z.object({
  invoice: z.string(NO_SUCH_INVOICE).max(20, NO_SUCH_INVOICE),
  receivedOn: z.iso.date(REMITTANCE_NEEDED).or(z.literal('')),
  reference: singleLineText(REMITTANCE_NEEDED, 80).or(z.literal('')),
  purpose: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(P\d{4})?$/, PURPOSE_NEEDED),
  month: z.string().regex(/^(20\d{2}-(0[1-9]|1[0-2]))?$/, MONTH_NEEDED),
});

type Declaration = Omit<z.output<typeof declarationBody>, 'invoice'>;

const NOTHING: Declaration = { receivedOn: '', reference: '', purpose: '', month: '' };

/** By the number of the invoice. */
const readDeclarations = async (db: Db): Promise<Record<string, Declaration>> =>
  (await readDocument<Record<string, Declaration>>(db, KEY)) ?? {};

/** Stores what the owner has entered of an invoice to a buyer abroad. */
export async function saveDeclaration(
  services: Services,
  { invoice, ...entered }: z.output<typeof declarationBody>,
): Promise<void> {
  const known = await listDeclarations(services);
  if (!known.some((each) => each.invoice === invoice)) throw new ApiError(404, NO_SUCH_INVOICE);
  await transaction(services, async (tx) => {
    await lockName(tx, KEY);
    const all = { ...(await readDeclarations(tx)), [invoice]: entered };
    await storeDocument(tx, KEY, all);
  });
}

/** The country is the last line of a buyer; it goes with the address of a deleted account, and the currency stays. */
const isToAbroad = ({ buyer, currency, supply }: InvoiceData): boolean =>
  currency !== undefined || supply?.kind === 'export' || isAbroad(buyer.lines.at(-1) ?? '');

/** The invoices to buyers abroad since exporters declare them, the newest first; amounts in the currency and in rupees. */
export async function listDeclarations({
  store: { db },
  config: { timeZone },
}: Pick<Services, 'store' | 'config'>) {
  const entered = await readDeclarations(db);
  const rows = await db
    .selectFrom('billing_documents')
    .innerJoin('orders', 'orders.id', 'billing_documents.order_id')
    .select(['billing_documents.number', 'billing_documents.data', 'billing_documents.amount'])
    .select(['billing_documents.created_at as at', 'billing_documents.order_id'])
    .where('billing_documents.kind', '=', 'invoice')
    .where('billing_documents.created_at', '>', `${FIRST_DECLARED_MONTH}-00`)
    .where('orders.address', 'not like', '%"country":"India"%')
    // Test orders are no exports, whatever the keys are now.
    .where(countsIn('orders.id', { isTest: false }))
    .orderBy('billing_documents.created_at', 'desc')
    .orderBy('billing_documents.number', 'desc')
    .execute();
  return rows.flatMap(({ number, data, amount, at, order_id: orderId }) => {
    const paper = JSON.parse(data) as InvoiceData;
    if (!isToAbroad(paper)) return [];
    const { buyer, currency = 'INR', rupeeValue = currency === 'INR' ? amount : null } = paper;
    const invoicedIn = dayIn(at, timeZone).slice(0, 7);
    const isWritten = isAbroad(buyer.lines.at(-1) ?? '');
    return {
      ...{ invoice: number, orderId, at, currency, amount: toRupees(amount), invoicedIn },
      country: isWritten ? (buyer.lines.at(-1) ?? '') : '',
      /** Null if the provider has not said what it is worth. */
      rupees: rupeeValue === null ? null : toRupees(rupeeValue),
      by: declareBy(invoicedIn),
      ...NOTHING,
      ...entered[number],
    };
  });
}

export type DeclarationDto = Awaited<ReturnType<typeof listDeclarations>>[number];

/** The oldest month that has an invoice which is not declared, with the first of them; undefined if there is none. */
export async function undeclaredMonth(services: Pick<Services, 'store' | 'config'>) {
  const open = (await listDeclarations(services)).filter(({ month }) => month === '');
  const first = open.at(-1);
  if (!first) return;
  const { invoicedIn: month, by } = first;
  return { month, by, first, count: open.filter(({ invoicedIn }) => invoicedIn === month).length };
}
