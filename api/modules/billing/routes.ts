import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { validate } from '../../platform/http/validate.ts';
import { toPaise } from '../../platform/money/rules.ts';
import { verifiedOnly } from '../accounts/guards.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { orderInPath } from '../orders/queries.ts';
import { certificateBody, saveCertificate } from './certificates.ts';
import { deductibleBody, toDeductionDtos, toDueDeductionsDto } from './deduct-tax.ts';
import { sendDocument } from './download-document.ts';
import { CERTIFICATE_SAVED } from './texts.ts';

const ok = { success: true } as const;

/** Routes for the buyer: receipts, invoices and refund documents, and tax deducted at source. */
export const documentRoutes = new Hono<Env>()
  .get('/:orderId/receipts/:file', verifiedOnly, limitDownloads, async (c) => {
    const order = await orderInPath(c);
    return sendDocument(c, order.id, c.req.param('file'));
  })

  // What could be deducted from an amount that is not placed yet; nothing is stored.
  .post('/deductions', verifiedOnly, validate(deductibleBody), async (c) => {
    const { services } = c.var;
    const { amount, ...place } = c.req.valid('json');
    const order = { address: JSON.stringify(place), is_export: null, currency: 'INR' as const };
    const due = { ...order, amount: toPaise(amount) };
    return c.json({ ...ok, deductions: await toDeductionDtos(services.store.db, services, due) });
  })

  .get('/:orderId/deductions', verifiedOnly, async (c) => {
    const { services } = c.var;
    const order = await orderInPath(c);
    return c.json({ ...ok, ...(await toDueDeductionsDto(services.store.db, services, order)) });
  })

  .put('/:orderId/certificate', verifiedOnly, validate(certificateBody), async (c) => {
    const order = await orderInPath(c);
    await saveCertificate(c.var.services, { ...c.req.valid('json'), orderId: order.id }, 'buyer');
    return c.json({ ...ok, message: CERTIFICATE_SAVED });
  });
