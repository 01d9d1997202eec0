import { Hono } from 'hono';
import type { Env } from '../../../platform/http/env.ts';
import { runDoctor } from './run-doctor.ts';

/** A POST, because it has effects: it sends a test mail, and pays and refunds ₹1 in the sandbox. */
export const doctorRoutes = new Hono<Env>().post('/', async (c) =>
  c.json({ success: true as const, findings: await runDoctor(c.var.services) }),
);
