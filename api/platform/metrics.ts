import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import type { Clock } from './clock.ts';
import { countUnsent } from './mail/queries.ts';

interface Sources {
  store: Database;
  clock: Clock;
  /** The number of sockets connected to this process. */
  countSockets(): number;
}

/** The metrics for Prometheus at `/metrics`. Labels are routes, states and job names, never ids. */
export function createMetrics({ store, clock, countSockets }: Sources) {
  const registry = new Registry();
  const registers = [registry];
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
      this.set((await countUnsent(store.db)).count);
    },
  });
  new Gauge({
    ...{ registers, name: 'outbox_oldest_seconds', help: 'Age of the oldest mail that waits' },
    async collect() {
      const { since } = await countUnsent(store.db);
      this.set(since === null ? 0 : Math.max(0, (clock().getTime() - Date.parse(since)) / 1_000));
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

export type Metrics = ReturnType<typeof createMetrics>;
