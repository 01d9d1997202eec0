import type Razorpay from 'razorpay';
import { callProvider, ProviderError, type SdkClient, validId } from './call.ts';

/** A dispute as reported by the provider; amounts in paise, times in unix seconds. */
export interface ProviderDispute {
  id: string;
  payment_id: string;
  amount: number;
  /** The amount that the bank has deducted; 0 until the dispute is lost. */
  amount_deducted: number;
  currency: string;
  reason_code: string;
  reason_description?: string | null;
  respond_by: number;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration';
  created_at: number;
  evidence?: { submitted_at?: number | null } | null;
}

/** The kinds of evidence that this app uses. */
export type EvidenceKind =
  | 'billing_proof'
  | 'proof_of_service'
  | 'customer_communication'
  | 'refund_confirmation'
  | 'refund_cancellation_policy'
  | 'term_and_conditions';

export interface Evidence {
  summary: string;
  /** Ids of uploaded documents. */
  proofs: Partial<Record<EvidenceKind, string[]>>;
  action: 'draft' | 'submit';
}

const DISPUTE_ID = /^disp_[A-Za-z0-9]{14}$/;
// Uploading a document of a few megabytes may take longer than other requests.
const UPLOAD_TIMEOUT_MS = 20_000;

export const isDisputeId = (id: string): boolean => DISPUTE_ID.test(id);

/** The provider's API calls about disputes. */
export const disputeCalls = (sdk: Razorpay, client: SdkClient) => ({
  fetchDispute: (id: string) =>
    callProvider(() => sdk.disputes.fetch(validId(id, DISPUTE_ID))).then((response) =>
      requireSameId(id, response),
    ),
  /** Lists disputes, newest first, at most 100. */
  async listDisputes(page: { count: number; skip: number }) {
    const { items } = await callProvider(() => sdk.disputes.all(page));
    return items as unknown as ProviderDispute[];
  },
  /** Accepts a dispute: the money is lost. */
  acceptDispute: (id: string) =>
    callProvider(() => sdk.disputes.accept(validId(id, DISPUTE_ID))).then((response) =>
      requireSameId(id, response),
    ),
  contestDispute: (id: string, { summary, proofs, action }: Evidence) =>
    callProvider(() =>
      sdk.disputes.contest(validId(id, DISPUTE_ID), { summary, ...proofs, action }),
    ).then((response) => requireSameId(id, response)),
  /**
   * Uploads a PDF as evidence and returns the document's id. Sent without the SDK's method, which only
   * accepts file streams.
   */
  async uploadEvidence(name: string, pdf: Buffer) {
    const form = new FormData();
    form.set('purpose', 'dispute_evidence');
    form.set('file', new File([new Uint8Array(pdf)], name, { type: 'application/pdf' }));
    const more = { timeout: UPLOAD_TIMEOUT_MS };
    const { data } = await callProvider(() => client.post('/v1/documents', form, more));
    return (data as { id: string }).id;
  },
});

function requireSameId(id: string, response: object): ProviderDispute {
  const dispute = response as ProviderDispute;
  if (dispute.id !== id) throw new ProviderError(0, 'an answer about another dispute');
  return dispute;
}
