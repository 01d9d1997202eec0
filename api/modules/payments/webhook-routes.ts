import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { failure } from '../../platform/http/errors.ts';
import { DOCTOR_EVENT } from './doctor-test-order.ts';
import { countRefusedWebhook, forgetRefusedWebhooks } from './refused-webhooks.ts';
import { redactPayer } from './webhook-event-body.ts';
import { insertEventOnce } from './webhook-event-queries.ts';

const MAX_WEBHOOK_BYTES = 256 * 1024;

/**
 * The webhook route: verifies the signature, stores the event and responds. The event is handled afterwards.
 */
export const webhook = (wake: () => void) =>
  new Hono<Env>().use(bodyLimit({ maxSize: MAX_WEBHOOK_BYTES })).post('/', async (c) => {
    const { provider, clock } = c.var.services;
    const body = await c.req.text();
    if (!provider.isSignedEvent(body, c.req.header('X-Razorpay-Signature') ?? '')) {
      await countRefusedWebhook(c.var.services, body);
      return c.json(failure('The signature does not fit.'), 400);
    }
    const id =
      c.req.header('x-razorpay-event-id') ?? createHash('sha256').update(body).digest('hex');
    const event = {
      id: id.slice(0, 100),
      type: typeIn(body),
      body: redactPayer(body),
      received_at: iso(clock()),
      tries: 0,
    };
    await transaction(c.var.services, async (tx) => {
      tx.onCommit(wake);
      await insertEventOnce(tx, event);
      if (event.type !== DOCTOR_EVENT) await forgetRefusedWebhooks(tx);
    });
    return c.json({ success: true as const });
  });

// A signed event that cannot be parsed is stored too, so that the owner can see it.
function typeIn(body: string): string {
  try {
    const { event } = JSON.parse(body) as { event?: unknown };
    return typeof event === 'string' ? event.slice(0, 60) : 'unnamed';
  } catch {
    return 'unreadable';
  }
}
