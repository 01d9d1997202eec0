import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { multiLineText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { applyDisputeState } from '../payments/disputes/apply-dispute-state.ts';
import { MAX_SUMMARY_LENGTH } from '../payments/disputes/rules.ts';
import { prepareEvidence } from './prepare-evidence.ts';
import { findDocument, setSummary } from './queries.ts';
import { requireAnswerable } from './require-answerable.ts';
import { sendEvidence } from './send-evidence.ts';
import {
  DISPUTE_ACCEPTED,
  EVIDENCE_PREPARED,
  EVIDENCE_SUBMITTED,
  EVIDENCE_WAITS,
  evidenceRefused,
  SUMMARY_NEEDED,
  SUMMARY_SAVED,
  UNKNOWN_DOCUMENT,
} from './texts.ts';

const ok = { success: true as const };
const summaryBody = z.object({
  summary: multiLineText(
    SUMMARY_NEEDED,
    MAX_SUMMARY_LENGTH,
    `Banks read ${MAX_SUMMARY_LENGTH} characters at most.`,
  ),
});

const STATUS = { snapshot: columnsOf('disputes', 'status') };

/** Routes to answer disputes; mounted behind the owner's guard. */
export const disputeRoutes = new Hono<Env>()
  .post('/:id/evidence', audited('Prepared evidence for a bank'), async (c) => {
    await prepareEvidence(c.var.services, c.req.param('id'));
    return c.json({ ...ok, message: EVIDENCE_PREPARED });
  })
  .get('/:id/documents/:document', limitDownloads, async (c) => {
    const { id, document: documentId } = c.req.param();
    const document = await findDocument(c.var.services.store.db, id, documentId);
    if (!document) throw new ApiError(404, UNKNOWN_DOCUMENT);
    c.header('Content-Type', 'application/pdf');
    c.header('Content-Disposition', 'inline; filename="evidence.pdf"');
    return c.body(new Uint8Array(document.pdf));
  })
  .put('/:id/summary', audited('Saved a summary for a bank'), validate(summaryBody), async (c) => {
    const { services } = c.var;
    const { id } = await requireAnswerable(services, c.req.param('id'));
    await transaction(services, (tx) => setSummary(tx, id, c.req.valid('json').summary));
    return c.json({ ...ok, message: SUMMARY_SAVED });
  })
  .post(
    '/:id/submit',
    audited('Submitted evidence to a bank', STATUS),
    validate(summaryBody),
    confirmedOwnersOnly,
    async (c) => {
      const { services } = c.var;
      const { id } = await requireAnswerable(services, c.req.param('id'));
      await transaction(services, (tx) => setSummary(tx, id, c.req.valid('json').summary));
      await sendEvidence(services, id, 'submit');
      return c.json({ ...ok, message: EVIDENCE_SUBMITTED });
    },
  )
  .post('/:id/accept', audited('Accepted a dispute', STATUS), confirmedOwnersOnly, async (c) => {
    const { services } = c.var;
    const { id } = await requireAnswerable(services, c.req.param('id'));
    let refusal: ProviderError | null = null;
    try {
      await services.provider.acceptDispute(id);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.error(`dispute ${id} could not be accepted`, error);
      if (error.isRefusal) refusal = error;
    }
    // The state at the provider decides, even if its response was lost.
    const status = await applyDisputeState(services, id).catch(() => 'unknown');
    if (status !== 'lost' && refusal) throw new ApiError(409, evidenceRefused(refusal.words));
    if (status !== 'lost') throw new ApiError(502, EVIDENCE_WAITS, { retryAfter: 5 });
    return c.json({ ...ok, message: DISPUTE_ACCEPTED });
  });
