import type { Db } from '../../../db/database.ts';
import { toDisputeDto } from '../payments/disputes/dto.ts';
import { listDisputesOf } from '../payments/disputes/queries.ts';
import { listDocuments } from './queries.ts';

/** The disputes of an order with their prepared evidence, for the owner. */
export async function toDisputeDtos(db: Db, orderId: string) {
  const disputes = await listDisputesOf(db, orderId);
  if (disputes.length === 0) return [];
  const documents = await listDocuments(
    db,
    disputes.map(({ id }) => id),
  );
  return disputes.map((dispute) => ({
    ...toDisputeDto(dispute),
    documents: documents
      .filter((each) => each.dispute_id === dispute.id)
      .map(({ id, title, provider_id }) => ({ _id: id, title, isUploaded: provider_id !== null })),
  }));
}

export type OrderDisputeDto = Awaited<ReturnType<typeof toDisputeDtos>>[number];
