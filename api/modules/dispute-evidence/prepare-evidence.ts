import type { DisputeDocument } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { drawPdf } from '../../platform/draw-pdf.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { documentAttachments } from '../billing/download-document.ts';
import { findOrder } from '../orders/queries.ts';
import { readSeller } from '../orders/seller.ts';
import { MAX_SUMMARY_LENGTH } from '../payments/disputes/rules.ts';
import type { Evidence } from './evidence-pdf.ts';
import { draftSummary, gatherEvidence } from './gather-evidence.ts';
import { markPrepared, replaceDocuments, setSummary } from './queries.ts';
import { requireAnswerable } from './require-answerable.ts';
import { sendEvidence } from './send-evidence.ts';
import { NO_ORDER } from './texts.ts';

const prepareOnce = createSingleFlight<void>();

/**
 * Renders the evidence of a dispute, stores it and uploads it as a draft. A repeated call replaces it.
 * Concurrent calls share one run, because the second would replace documents during the upload.
 */
export const prepareEvidence = (services: Services, id: string): Promise<void> =>
  prepareOnce(id, async () => {
    await prepare(services, id);
    await sendEvidence(services, id, 'draft');
  });

async function prepare(services: Services, id: string): Promise<void> {
  const { config, clock, store } = services;
  const dispute = await requireAnswerable(services, id);
  const order = dispute.order_id ? await findOrder(store.db, dispute.order_id) : undefined;
  if (!order) throw new ApiError(409, NO_ORDER);
  const texts = await gatherEvidence(store.db, config, { order, dispute });
  const seller = await readSeller(store.db, config);
  const now = clock();
  const drawn: Pick<DisputeDocument, 'kind' | 'title' | 'pdf'>[] = [];
  for (const { title, number } of await toDocumentDtos(store.db, order.id)) {
    const [{ content }] = await documentAttachments(store, number);
    drawn.push({ kind: 'billing_proof', title: `${title} ${number}`, pdf: content });
  }
  for (const text of texts) {
    const evidence: Evidence = { text, author: seller.name, createdAt: now };
    const pdf = await drawPdf(new URL('./evidence-pdf.ts', import.meta.url), evidence);
    drawn.push({ kind: text.kind, title: text.title, pdf });
  }
  const summary = (await draftSummary(store.db, config, order)).slice(0, MAX_SUMMARY_LENGTH);
  const rows = drawn.map((document, position) => ({
    id: newId(),
    dispute_id: id,
    position,
    created_at: iso(now),
    ...document,
  }));
  await transaction(services, async (tx) => {
    await replaceDocuments(tx, id, rows);
    if (!dispute.summary) await setSummary(tx, id, summary);
    await markPrepared(tx, id, iso(now));
  });
}
