import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import type { Clock } from './clock.ts';
import type { Env } from './http/env.ts';
import type { InstallationChecks } from './installation-checks.ts';
import { inLogContext } from './log.ts';
import { countUnsent } from './mail/queries.ts';
import type { Services } from './services.ts';

interface Sources {
  store: Database;
  clock: Clock;
  /** The number of sockets connected to this process. */
  countSockets(): number;
  checks: Pick<InstallationChecks, 'latest'>;
}

/** The metrics for Prometheus at `/metrics`. Labels are routes, states and job names, never ids. */
export function createMetrics({ store, clock, countSockets, checks }: Sources) {
  const registry = new Registry();
  const registers = [registry];
  const secondsSince = (time: string | null) =>
    time === null ? 0 : Math.max(0, (clock().getTime() - Date.parse(time)) / 1_000);
  // Also memory, CPU time, garbage collection and event loop lag.
  collectDefaultMetrics({ register: registry });
  new Gauge({
    ...{ registers, name: 'sockets', help: 'Connected sockets' },
    collect() {
      this.set(countSockets());
    },
  });
  new Gauge({
    ...{ registers, name: 'outbox_waiting', help: 'Mail that waits to be sent' },
    async collect() {
      this.set((await waitingMail(store))?.count ?? Number.NaN);
    },
  });
  new Gauge({
    ...{ registers, name: 'outbox_oldest_seconds', help: 'Age of the oldest mail that waits' },
    async collect() {
      const waiting = await waitingMail(store);
      this.set(waiting ? secondsSince(waiting.since) : Number.NaN);
    },
  });
  new Gauge({
    ...{ registers, name: 'installation_check_ok', help: 'Checks of the doctor: 1 good, 0 wrong' },
    labelNames: ['check'],
    async collect() {
      this.reset();
      for (const { part, state } of (await checks.latest())?.findings ?? []) {
        if (state !== 'skipped') this.set({ check: part }, state === 'good' ? 1 : 0);
      }
    },
  });
  new Gauge({
    ...{ registers, name: 'installation_check_age_seconds', help: 'Time since the last checks' },
    async collect() {
      this.set(secondsSince((await checks.latest())?.at ?? null));
    },
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    requests: new Histogram({
      ...{ registers, name: 'http_request_seconds', help: 'Requests and the time they took' },
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    }),
    jobs: new Counter({
      ...{ registers, name: 'jobs_total', help: 'Runs of scheduled jobs' },
      labelNames: ['job', 'result'],
    }),
    mailReplies: new Counter({
      ...{ registers, name: 'mail_replies_total', help: 'Mail that came to addresses for answers' },
      labelNames: ['result'],
    }),
    publishes: new Counter({
      ...{ registers, name: 'publishes_total', help: 'Publishes and rollbacks of the site' },
      labelNames: ['kind', 'result'],
    }),
    ordersPlaced: new Counter({
      ...{ registers, name: 'orders_placed_total', help: 'Orders placed, paid or not' },
    }),
    captured: new Counter({
      ...{ registers, name: 'captured_paise_total', help: 'Captured payments, in paise' },
      labelNames: ['status'],
    }),
  };
}

/** null while the database does not answer: the other metrics are shown all the same. */
const waitingMail = ({ db }: Database) => countUnsent(db).catch(() => null);

export type Metrics = ReturnType<typeof createMetrics>;

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
