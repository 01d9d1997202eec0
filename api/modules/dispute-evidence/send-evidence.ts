import type { DisputeDocument } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Evidence, EvidenceKind } from '../../platform/payment-provider/disputes.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { applyDisputeState } from '../payments/disputes/apply-dispute-state.ts';
import { findDispute } from '../payments/disputes/queries.ts';
import { findDocument, listDocuments, markUploaded } from './queries.ts';
import { requireAnswerable } from './require-answerable.ts';
import { EVIDENCE_MISSING, EVIDENCE_WAITS, evidenceRefused } from './texts.ts';

const sendOnce = createSingleFlight<void>();

/**
 * Uploads missing documents and sends the evidence, as a draft or as the final answer. Safe to retry: each
 * upload is recorded, and the provider's state shows whether the answer has arrived.
 */
export const sendEvidence = (
  services: Services,
  id: string,
  action: Evidence['action'],
): Promise<void> => sendOnce(`${id} ${action}`, () => send(services, id, action));

async function send(services: Services, id: string, action: Evidence['action']): Promise<void> {
  const dispute = await requireAnswerable(services, id);
  try {
    const documents = await upload(services, id);
    if (documents.length === 0) throw new ApiError(409, EVIDENCE_MISSING);
    const proofs: Evidence['proofs'] = {};
    for (const { kind, provider_id } of documents) {
      const proof = kind as EvidenceKind;
      proofs[proof] = [...(proofs[proof] ?? []), provider_id];
    }
    await services.provider.contestDispute(id, { summary: dispute.summary, proofs, action });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.error(`evidence of dispute ${id} could not be sent`, error);
    if (await isSubmitted(services, id, action)) return;
    throw error.isRefusal
      ? new ApiError(409, evidenceRefused(error.words))
      : new ApiError(502, EVIDENCE_WAITS, { retryAfter: 5 });
  }
  await applyDisputeState(services, id).catch((error: unknown) => {
    // The evidence was submitted. If this update fails, the reconciler does it later.
    if (!(error instanceof ProviderError)) throw error;
  });
}

async function upload(services: Services, id: string) {
  const { db } = services.store;
  const documents: (Pick<DisputeDocument, 'kind'> & { provider_id: string })[] = [];
  for (const { id: documentId, kind, provider_id } of await listDocuments(db, [id])) {
    const known = provider_id ?? (await uploadOne(services, id, documentId));
    documents.push({ kind, provider_id: known });
  }
  return documents;
}

async function uploadOne(services: Services, disputeId: string, id: string): Promise<string> {
  const document = await findDocument(services.store.db, disputeId, id);
  if (!document) throw new ApiError(409, EVIDENCE_MISSING);
  const name = `${document.title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.pdf`;
  const providerId = await services.provider.uploadEvidence(name, document.pdf);
  await transaction(services, (tx) => markUploaded(tx, id, providerId));
  return providerId;
}

/** Whether the provider has received the answer, although its response was lost. */
async function isSubmitted(
  services: Services,
  id: string,
  action: Evidence['action'],
): Promise<boolean> {
  if (action === 'draft') return false;
  try {
    await applyDisputeState(services, id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
  const dispute = await findDispute(services.store.db, id);
  return dispute?.status === 'under_review' && dispute.submitted_at !== null;
}
