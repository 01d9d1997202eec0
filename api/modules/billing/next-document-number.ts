import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import type { BillingDocument, Order } from '../../../db/schema.ts';
import type { Services } from '../../platform/services.ts';
import { type DocumentKind, documentNumber, TEST_SERIES } from './document-number-rules.ts';
import { seriesAt } from './restored-series.ts';

/**
 * The next number of a receipt, invoice, refund voucher or credit note. Call it only in the transaction that
 * uses the number, so that there are no gaps.
 */
export async function nextDocumentNumber(
  tx: Db,
  { config, readBrand }: Services,
  { kind, at, order }: { kind: DocumentKind; at: string; order: Pick<Order, 'is_test'> },
) {
  const year = order.is_test ? TEST_SERIES : await seriesAt(tx, at, config.timeZone);
  const serial =
    kind === 'receipt' ? await nextReceiptSerial(tx, year) : await nextSerial(tx, kind, year);
  const { series } = await readBrand(tx);
  return { number: documentNumber(series, kind, { year, serial }), year, serial };
}

async function nextReceiptSerial(tx: Db, year: string): Promise<number> {
  await lockName(tx, `receipts of ${year}`);
  const { next } = await tx
    .selectFrom('receipts')
    .select(sql<number>`coalesce(max(serial), 0) + 1`.as('next'))
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return next;
}

async function nextSerial(tx: Db, kind: BillingDocument['kind'], year: string): Promise<number> {
  await lockName(tx, `${kind} documents of ${year}`);
  const { next } = await tx
    .selectFrom('billing_documents')
    .select(sql<number>`coalesce(max(serial), 0) + 1`.as('next'))
    .where('kind', '=', kind)
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return next;
}
