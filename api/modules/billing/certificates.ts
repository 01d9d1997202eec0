import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { codeText } from '../../platform/http/text-schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { countsIn, type KeyKind, lockOrder } from '../orders/queries.ts';
import { storeCertificate } from '../payments/tax-deductions.ts';
import type { ReceiptData } from './document-data.ts';
import { financialYear } from './financial-year.ts';
import { CERTIFICATE_NEEDED, NOTHING_DEDUCTED } from './texts.ts';

/** The number of a certificate for deducted tax; empty: it is awaited again. */
export const certificateBody = z.object({
  part: z.string(NOTHING_DEDUCTED).max(64, NOTHING_DEDUCTED),
  number: codeText(CERTIFICATE_NEEDED, 40).or(z.literal('')),
});

/** Stores the number of the certificate for a paid part of this order. */
export const saveCertificate = (
  services: Services,
  { orderId, part, number }: z.output<typeof certificateBody> & { orderId: string },
): Promise<void> =>
  transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    if (!(await storeCertificate(tx, { id: part, orderId }, number || null)))
      throw new ApiError(404, NOTHING_DEDUCTED);
  });

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
