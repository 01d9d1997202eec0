import { Hono } from 'hono';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';

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
  );
