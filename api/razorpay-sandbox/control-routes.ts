import { Hono } from 'hono';
import { SandboxError } from './errors.ts';
import type { DisputeEvent } from './events.ts';
import type { Fault, RouteKind, WebhookFaults } from './faults.ts';
import { DELIVERIES, FAULT_KINDS, ROUTES } from './faults.ts';
import { readBody } from './parse-request.ts';
import type { PayOptions } from './pay.ts';
import type { SandboxControls } from './sandbox.ts';
import type { DowntimeMethod } from './types.ts';

/**
 * Fault injection over HTTP, for tests that run the app in a separate process. Mounted only with
 * `allowFaultsOverHttp`.
 */
export function controlRoutes(sandbox: SandboxControls): Hono {
  return new Hono()
    .post('/faults', async (c) => {
      const { route, fault, count } = await readBody(c);
      if (route !== '*' && !ROUTES.includes(route as RouteKind)) throw unknown('route');
      if (!FAULT_KINDS.includes((fault as Fault | undefined)?.kind as Fault['kind'])) {
        throw unknown('fault');
      }
      const times = typeof count === 'number' ? count : 1;
      sandbox.faults.next(route as RouteKind, fault as Fault, times);
      return c.json({ ok: true });
    })
    .delete('/faults', (c) => {
      sandbox.faults.clear();
      sandbox.release();
      return c.json({ ok: true });
    })
    .patch('/account', async (c) => {
      const { capture, webhooks, delivery, upi } = await readBody(c);
      if (capture) sandbox.faults.capture = capture === 'manual' ? 'manual' : 'automatic';
      const chosen = DELIVERIES.find((each) => each === delivery);
      if (chosen) sandbox.faults.delivery = chosen;
      if (upi) sandbox.faults.upi = upi === 'live' ? 'live' : 'test';
      Object.assign(sandbox.faults.webhooks, webhooks as Partial<WebhookFaults>);
      if (!sandbox.faults.webhooks.hold) sandbox.release();
      return c.json({ ok: true });
    })
    .post('/pay', async (c) => {
      const { order_id: orderId, ...options } = await readBody(c);
      return c.json(sandbox.pay(String(orderId), options as unknown as PayOptions));
    })
    .post('/late-authorise', async (c) => {
      const { payment_id: paymentId, force } = await readBody(c);
      sandbox.lateAuthorise(String(paymentId), { force: force === true });
      return c.json({ ok: true });
    })
    .post('/disputes', async (c) => {
      const { payment_id: paymentId, ...how } = await readBody(c);
      return c.json(sandbox.dispute(String(paymentId), how));
    })
    .post('/disputes/:id/:event', async (c) => {
      const { id, event } = c.req.param();
      const to = event as Exclude<DisputeEvent, 'created'>;
      return c.json(sandbox.moveDispute(id, to, await readBody(c)));
    })
    .post('/downtimes', async (c) => {
      const { method, ...how } = await readBody(c);
      return c.json(sandbox.downtime(method as DowntimeMethod, how));
    })
    .post('/downtimes/:id/resolved', (c) =>
      c.json(sandbox.moveDowntime(c.req.param('id'), 'resolved')),
    )
    .post('/deliver', async (c) => {
      const { events } = await readBody(c);
      return c.json({ answers: await sandbox.deliver(events as string[]) });
    })
    .get('/records', (c) => c.json(sandbox.records()))
    .get('/events', (c) => c.json(sandbox.events()));
}

function unknown(field: string): SandboxError {
  return new SandboxError(`Unknown ${field}.`, { field });
}
