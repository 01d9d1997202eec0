import { Hono } from 'hono';
import { z } from 'zod';
import { storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { DKIM_SELECTOR } from './mail-checks.ts';

const SELECTOR =
  'Please enter the selector as your mail provider names it: letters, digits, dashes and dots.';
const selectorBody = z.object({
  selector: z
    .string(SELECTOR)
    .trim()
    .max(63, SELECTOR)
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, SELECTOR),
});

export const doctorRoutes = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ success: true as const, report: await c.var.services.installationChecks.latest() }),
  )
  /** A POST, because it has effects: it sends a test mail, and pays and refunds ₹1 in the sandbox. */
  .post('/', audited('Checked the installation'), async (c) =>
    c.json({
      success: true as const,
      ...(await c.var.services.installationChecks.run({ byPerson: true })),
    }),
  )
  /** Looks up DKIM from now on, beside SPF and DMARC. */
  .put('/dkim', audited('Entered the DKIM selector'), validate(selectorBody), async (c) => {
    const { services } = c.var;
    const { selector } = c.req.valid('json');
    await transaction(services, (tx) => storeSetting(tx, DKIM_SELECTOR, selector));
    const report = await services.installationChecks.run({ byPerson: false });
    return c.json({ success: true as const, ...report });
  });
