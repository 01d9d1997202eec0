import { setTimeout as pause } from 'node:timers/promises';
import { takeLease } from '../../db/leases.ts';
import type { Services } from './services.ts';

const ASK_AGAIN_MS = 50;
const WAIT_TIMEOUT_MS = 10_000;

/**
 * Runs the work in one process at a time, for external calls that must not run inside a transaction. While a
 * different process works, polls `result`. Returns null if neither succeeds within ten seconds.
 */
export async function onceAcrossProcesses<R>(
  services: Pick<Services, 'store' | 'clock' | 'log'>,
  name: string,
  { result, work }: { result(): Promise<R | null>; work(): Promise<R> },
): Promise<R | null> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  do {
    const lease = await takeLease(services, name);
    if (lease) {
      try {
        return (await result()) ?? (await work());
      } finally {
        // The work is done: a lease that cannot be released expires.
        await lease.release().catch((error: unknown) => {
          services.log.error('a lease was not released', error);
        });
      }
    }
    await pause(ASK_AGAIN_MS);
    const found = await result();
    if (found !== null) return found;
  } while (performance.now() < deadline);
  return null;
}
