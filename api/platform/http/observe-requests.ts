import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { inLogContext } from '../log.ts';
import type { Services } from '../services.ts';
import type { Env } from './env.ts';

/**
 * Counts every request, logs those below `base`, and adds the request id to all log lines of the request.
 * Uses the registered route, so that no id, token or search text is counted or logged.
 */
export const observeRequests =
  ({ metrics, log }: Pick<Services, 'metrics' | 'log'>, base: string): MiddlewareHandler<Env> =>
  (c, next) =>
    inLogContext({ requestId: c.var.requestId }, async () => {
      const started = performance.now();
      await next();
      const ms = Math.round(performance.now() - started);
      const { method } = c.req;
      const [route, { status }] = [routePath(c), c.res];
      metrics?.requests.observe({ method, route, status }, ms / 1_000);
      if (route.startsWith(base))
        log.info(`${method} ${route} ${status}`, { method, route, status, ms });
    });
