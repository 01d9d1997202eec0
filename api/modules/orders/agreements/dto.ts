import type { Agreement } from '../../../../db/schema.ts';
import { type AgreementTerms, shortHash } from './rules.ts';

/** An agreement for buyer and owner; amounts in `terms` are paise. */
export const toAgreementDto = (row: Agreement | undefined) =>
  row
    ? {
        hash: shortHash(row.sha256),
        sha256: row.sha256,
        acceptedAt: row.accepted_at,
        terms: JSON.parse(row.json) as AgreementTerms,
      }
    : null;

export type AgreementDto = NonNullable<ReturnType<typeof toAgreementDto>>;
