import { createHash } from 'node:crypto';
import type { Tx } from '../../../../db/transaction.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { newId } from '../../../platform/ids.ts';
import { insertAgreement } from './queries.ts';
import { AGREEMENT_TEXTS, type AgreementTerms } from './rules.ts';

/** The canonical JSON of the terms and its SHA-256. */
export function hashTerms(terms: AgreementTerms): { json: string; sha256: string } {
  const json = canonicalJson(terms);
  return { json, sha256: createHash('sha256').update(json).digest('hex') };
}

interface Acceptance {
  orderId: string;
  terms: { json: string; sha256: string };
  acceptedBy: string;
  at: string;
}

/** Stores the agreement; call it in the transaction that creates the order. */
export const writeAgreement = (tx: Tx, { orderId, terms, acceptedBy, at }: Acceptance) =>
  insertAgreement(tx, {
    id: newId(),
    order_id: orderId,
    ...terms,
    texts: canonicalJson(AGREEMENT_TEXTS),
    accepted_by: acceptedBy,
    accepted_at: at,
  });
