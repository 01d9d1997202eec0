import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import type { Context, MiddlewareHandler } from 'hono';

import { errorOfStatus } from './errors.ts';
import type { Fault, Faults, RouteKind } from './faults.ts';

/** Middleware that injects planned faults into this route. */
export function faultMiddleware(faults: Faults, route: RouteKind): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults.take(route);
    if (!fault) return next();
    if (timeOf(fault) === 'before') {
      const answer = await applyFault(faults, fault, c);
      return answer ?? next();
    }
    await next();
    const answer = await applyFault(faults, fault, c);
    if (answer) c.res = answer;
    return undefined;
  };
}

/** The Node request of a call; undefined if the app is called in process. */
export function incomingOf(c: Context): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
}

function timeOf(fault: Fault): 'before' | 'after' {
  if (fault.kind === 'drop' || fault.kind === 'tamper') return 'after';
  return fault.kind === 'refuse' ? 'before' : (fault.when ?? 'before');
}

async function applyFault(faults: Faults, fault: Fault, c: Context): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'delay':
      await wait(fault.ms, undefined, { ref: false });
      return undefined;
    case 'hang':
      await Promise.race([faults.released(), connectionClosed(c)]);
      return closeConnection(c);
    case 'drop':
    case 'refuse':
      return closeConnection(c);
    case 'status':
      return c.json({ error: errorOfStatus(fault.status).body }, fault.status);
    case 'html':
      return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', fault.status ?? 502);
    case 'tamper':
      return tamperedResponse(await c.res.json(), fault.fields);
  }
}

/** Closes the connection without a response. The returned response only ends Hono's handling. */
function closeConnection(c: Context): Response {
  const incoming = incomingOf(c);
  if (!incoming) return c.body(null, 504);
  incoming.socket.destroy();
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

function connectionClosed(c: Context): Promise<void> {
  return new Promise((resolve) => incomingOf(c)?.socket.once('close', () => resolve()));
}

function tamperedResponse(body: unknown, fields: Record<string, unknown>): Response {
  const { items } = body as { items?: object[] };
  const changed = items
    ? { ...(body as object), items: items.map((item) => ({ ...item, ...fields })) }
    : { ...(body as object), ...fields };
  return Response.json(changed);
}
