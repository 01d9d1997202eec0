import { Hono } from 'hono';
import { readBody } from './api-routes.ts';
import { SandboxError } from './errors.ts';
import type { Fault, RouteKind, WebhookFaults } from './faults.ts';
import { FAULT_KINDS, ROUTES } from './faults.ts';
import type { PayOptions } from './pay.ts';
import type { RazorpaySandbox } from './sandbox.ts';

/** The switches of a test that runs the shop as another process; mounted on request only. */
export function controlRoutes(gateway: Omit<RazorpaySandbox, 'app'>): Hono {
  return new Hono()
    .post('/faults', async (c) => {
      const { route, fault, count } = await readBody(c);
      if (route !== '*' && !ROUTES.includes(route as RouteKind)) throw unknown('route');
      if (!FAULT_KINDS.includes((fault as Fault | undefined)?.kind as Fault['kind'])) {
        throw unknown('fault');
      }
      const times = typeof count === 'number' ? count : 1;
      gateway.faults.next(route as RouteKind, fault as Fault, times);
      return c.json({ ok: true });
    })
    .delete('/faults', (c) => {
      gateway.faults.clear();
      gateway.release();
      return c.json({ ok: true });
    })
    .patch('/account', async (c) => {
      const { capture, webhooks } = await readBody(c);
      if (capture) gateway.faults.capture = capture === 'manual' ? 'manual' : 'automatic';
      Object.assign(gateway.faults.webhooks, webhooks as Partial<WebhookFaults>);
      if (!gateway.faults.webhooks.hold) gateway.release();
      return c.json({ ok: true });
    })
    .post('/pay', async (c) => {
      const { order_id: orderId, ...options } = await readBody(c);
      return c.json(gateway.pay(String(orderId), options as unknown as PayOptions));
    })
    .post('/late-authorise', async (c) => {
      const { payment_id: paymentId, force } = await readBody(c);
      gateway.lateAuthorise(String(paymentId), { force: force === true });
      return c.json({ ok: true });
    })
    .post('/deliver', async (c) => {
      const { events } = await readBody(c);
      return c.json({ answers: await gateway.deliver(events as string[]) });
    })
    .get('/books', (c) => c.json(gateway.books()))
    .get('/events', (c) => c.json(gateway.events()));
}

function unknown(field: string): SandboxError {
  return new SandboxError(`Unknown ${field}.`, { field });
}
