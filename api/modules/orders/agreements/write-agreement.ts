import { createHash } from 'node:crypto';
import type { Db } from '../../../../db/database.ts';
import type { Agreement } from '../../../../db/schema.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { newId } from '../../../platform/ids.ts';
import { AGREEMENT_TEXTS, type AgreementTerms, shortHash } from './rules.ts';

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

/** An agreement for buyer and owner; amounts in `terms` are paise. */
export const toAgreementDto = (row: Agreement) => ({
  hash: shortHash(row.sha256),
  sha256: row.sha256,
  acceptedAt: row.accepted_at,
  terms: JSON.parse(row.json) as AgreementTerms,
});

export type AgreementDto = ReturnType<typeof toAgreementDto>;

/** Stores an agreement. Agreements are immutable, so there is no update. */
const insertAgreement = (tx: Db, agreement: Agreement) =>
  tx.insertInto('agreements').values(agreement).execute();

/** Whether the files of an order are agreed to open with a payment. */
export const opensWhenPaid = async (db: Db, orderId: string): Promise<boolean> =>
  (await readAgreedTerms(db, orderId)).opensWhenPaid ?? false;

/** Every order has an agreement: it is written with the order. */
export const getAgreement = (db: Db, orderId: string): Promise<Agreement> =>
  db.selectFrom('agreements').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();

export const readAgreedTerms = async (db: Db, orderId: string): Promise<AgreementTerms> =>
  JSON.parse((await getAgreement(db, orderId)).json);
