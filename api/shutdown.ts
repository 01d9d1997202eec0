import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A request may call the provider twice before its response, 4.5 s each. */
const GRACE_PERIOD_MS = 9_000;
/** Service managers kill the process after ten seconds; the next start resumes unfinished work. */
const CLOSE_TIMEOUT_MS = 9_500;

/** Accepts no more connections and waits for the requests under way; closes their connections after the grace period. */
export async function stopListening(server: Server): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), GRACE_PERIOD_MS);
  // Clients that got a response during shutdown keep their connection open for a next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
  clearInterval(idle);
  clearTimeout(force);
}

/** Waits for this work, but not longer than service managers wait for the process. */
export async function withCloseTimeout(work: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  const ended = work().finally(() => late.abort());
  await Promise.race([ended, pause(CLOSE_TIMEOUT_MS, undefined, late).catch(() => {})]);
}
