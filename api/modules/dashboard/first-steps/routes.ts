import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { atMost } from '../../../platform/http/text-schema.ts';
import { validate } from '../../../platform/http/validate.ts';
import { requireUser } from '../../accounts/guards.ts';
import { openTestPurchase, refundTestPurchase } from '../../payments/doctor-test-order.ts';
import { confirmMail } from '../doctor/mail-proof.ts';
import { arePutAway, findFirstSteps, putStepsAway } from './find-facts.ts';

const ok = { success: true } as const;
const LINK = 'Please open the link in the test mail.';
const mailBody = z.object({
  token: z
    .string(LINK)
    .min(1, LINK)
    .max(...atMost(100, LINK)),
});

const putAwayBody = z.object({ isPutAway: z.boolean('Please say whether they are put away.') });

/** What a new shop needs, and the two proofs that only the owner can make: a payment and a mail. */
export const firstStepsRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { services } = c.var;
    const steps = await findFirstSteps(services, requireUser(c).id);
    return c.json({ ...ok, steps, isPutAway: await arePutAway(services.store.db) });
  })
  .put('/', audited('Put first steps away or back'), validate(putAwayBody), async (c) => {
    const { isPutAway } = c.req.valid('json');
    await transaction(c.var.services, (tx) => putStepsAway(tx, isPutAway));
    const message = isPutAway ? 'They stay in Settings, First steps.' : 'Today shows them again.';
    return c.json({ ...ok, message });
  })
  .post('/purchase', audited('Opened a test purchase'), async (c) =>
    c.json({ ...ok, ...(await openTestPurchase(c.var.services)) }),
  )
  .post('/purchase/refund', audited('Refunded a test purchase'), async (c) => {
    await refundTestPurchase(c.var.services);
    return c.json({ ...ok, message: 'The ₹1 is refunded.' });
  })
  .post('/mail', audited('Received a test mail'), validate(mailBody), async (c) => {
    await confirmMail(c.var.services, c.req.valid('json').token);
    return c.json({ ...ok, message: 'Mail from your shop arrives.' });
  });
