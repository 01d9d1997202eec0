import type { Db } from '../../../db/database.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { DocumentData } from './document-data.ts';
import { textOf } from './document-text.ts';
import { listDocuments, listReceipts } from './queries.ts';

/** All documents of an order, in order of issue. */
export async function toDocumentDtos(db: Db, orderId: string) {
  const [receipts, others] = await Promise.all([
    listReceipts(db, orderId),
    listDocuments(db, orderId),
  ]);
  return [...receipts, ...others]
    .map(({ number, data, amount, created_at }) => ({
      number,
      title: textOf(JSON.parse(data) as DocumentData).title,
      amount: toRupees(amount),
      at: created_at,
    }))
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

export type BillingDocumentDto = Awaited<ReturnType<typeof toDocumentDtos>>[number];
