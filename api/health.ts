import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Database } from '../db/database.ts';
import { isUsable } from '../db/migrate.ts';
import type { Env } from './platform/http/env.ts';
import { failure } from './platform/http/errors.ts';
import { noStore } from './platform/http/headers.ts';

export interface HealthChecks {
  store: Database;
  hasPages(): boolean;
  /** Whether it serves an earlier release than the other processes. */
  isBehind(): boolean;
  /** Whether the process is shutting down: it still answers requests, but /readyz fails. */
  isStopping(): boolean;
}

/** The timeout of the database check. Shorter than that of a normal request, because health checks are repeated. */
const DATABASE_TIMEOUT_MS = 2_000;
export const HEALTH = '/healthz';

/**
 * Health checks for a proxy or a service manager: /healthz (alive), /readyz (ready for requests) and
 * /metrics.
 */
export const health = (checks: HealthChecks) =>
  new Hono<Env>()
    .get(HEALTH, (c) => {
      noStore(c);
      return c.json({ success: true as const });
    })
    .get('/readyz', async (c) => {
      noStore(c);
      const reason = await reasonAgainst(checks);
      return reason === null ? c.json({ success: true as const }) : c.json(failure(reason), 503);
    })
    .get('/metrics', async (c) => {
      noStore(c);
      const { metrics, config } = c.var.services;
      if (!metrics) return c.notFound();
      const expected = `Bearer ${config.metricsToken}`;
      if (isSame(c.req.header('Authorization') ?? '', expected))
        return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
      c.header('WWW-Authenticate', 'Bearer');
      return c.json(failure('METRICS_TOKEN is needed.'), 401);
    });

/** Compares two texts in constant time. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Why a proxy must send this process nothing more; null: nothing speaks against it. A database that does not answer is no
 * reason: all processes share it, so a proxy would remove them all, and with them the pages, which need no database.
 */
async function reasonAgainst({ store, hasPages, isBehind, isStopping }: HealthChecks) {
  if (isStopping()) return 'This process is stopping.';
  if (!hasPages()) return 'There is no release of the site.';
  if (isBehind()) return 'This process could not make the pages of the current release.';
  const timeout = new AbortController();
  const isKnownSchema = await Promise.race([
    isUsable(store.db).catch(() => true),
    pause(DATABASE_TIMEOUT_MS, true, timeout).catch(() => true),
  ]).finally(() => timeout.abort());
  return isKnownSchema ? null : 'The database is newer than this program.';
}
