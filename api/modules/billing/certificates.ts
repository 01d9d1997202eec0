import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Side } from '../../../db/schema/states.ts';
import { transaction } from '../../../db/transaction.ts';
import { dayIn } from '../../platform/dates.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { codeText } from '../../platform/http/text-schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { countsIn, getOrder, type KeyKind, lockOrder } from '../orders/queries.ts';
import { deductionsCertified } from '../payments/events.ts';
import { awaitsCertificate, storeCertificate } from '../payments/tax-deductions.ts';
import type { ReceiptData } from './document-data.ts';
import { financialYear } from './financial-year.ts';
import { certificateBy } from './tax-rules.ts';
import { CERTIFICATE_NEEDED, NOTHING_DEDUCTED } from './texts.ts';

/** The number of a certificate for deducted tax; empty: it is awaited again. */
export const certificateBody = z.object({
  part: z.string(NOTHING_DEDUCTED).max(64, NOTHING_DEDUCTED),
  number: codeText(CERTIFICATE_NEEDED, 40).or(z.literal('')),
});

/**
 * Stores the number of the certificate for a paid part of this order. The owner's opens the files that wait for it; a buyer
 * may type any, so the owner looks at theirs first.
 */
export const saveCertificate = (
  services: Services,
  { orderId, part, number }: z.output<typeof certificateBody> & { orderId: string },
  side: Side,
): Promise<void> =>
  transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    if (!(await storeCertificate(tx, { id: part, orderId }, number || null)))
      throw new ApiError(404, NOTHING_DEDUCTED);
    if (side === 'owner' && !(await awaitsCertificate(tx, orderId)))
      await emit(tx, services, deductionsCertified, { order: await getOrder(tx, orderId) });
  });

/** The oldest certificate that is late, and how many are; undefined if none is. */
export async function lateCertificates({ store, provider, config, clock }: Services) {
  const { timeZone } = config;
  const today = dayIn(clock(), timeZone);
  const late = (await listDeducted(store.db, provider))
    .filter(({ tax_certificate }) => tax_certificate === null)
    .map((row) => ({ row, by: certificateBy(dayIn(row.created_at, timeZone)) }))
    .filter(({ by }) => by < today);
  const [first] = late;
  if (!first) return undefined;
  const { id: part, order_id: orderId, buyer_name: buyer } = first.row;
  return { orderId, part, buyer, by: first.by, count: late.length };
}

/** The parts from which tax was deducted, each with its receipt, the oldest first. */
export const listDeducted = (db: Db, keys: KeyKind) =>
  db
    .selectFrom('instalments')
    .innerJoin('orders', 'orders.id', 'instalments.order_id')
    .innerJoin('receipts', 'receipts.payment_id', 'instalments.payment_id')
    .select(['instalments.id', 'instalments.order_id', 'orders.buyer_name'])
    .select(['tax_certificate', 'receipts.number', 'receipts.data', 'receipts.created_at'])
    .where('instalments.tax_deducted', '>', 0)
    .where(countsIn('orders.id', keys))
    .orderBy('receipts.created_at')
    .orderBy('receipts.number')
    .execute();

type Deducted = Awaited<ReturnType<typeof listDeducted>>[number];

/** Deducted tax for the owner's list; amounts in rupees. */
export function toDeductedDto(row: Deducted, timeZone: string) {
  const { buyer, deduction, tax } = JSON.parse(row.data) as ReceiptData;
  return {
    _id: row.id,
    orderId: row.order_id,
    buyer: buyer.name,
    gstin: buyer.gstin ?? null,
    receipt: row.number,
    at: row.created_at,
    year: financialYear(row.created_at, timeZone),
    base: toRupees(tax.taxable),
    percent: deduction?.percent ?? 0,
    section: deduction?.section ?? '',
    deducted: toRupees(deduction?.amount ?? 0),
    /** Null while it is awaited. */
    certificate: row.tax_certificate,
  };
}

export type DeductedDto = ReturnType<typeof toDeductedDto>;
