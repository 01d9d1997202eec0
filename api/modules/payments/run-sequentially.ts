import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';

// A single request may fail for its own reasons; this many in a row mean that the provider is down.
const MAX_UNANSWERED = 3;

/**
 * Runs the work for each item in turn. Logs and skips an item that fails. Ends if the provider is down or
 * `stop` is aborted.
 */
export async function runSequentially<T>(
  { log }: Pick<Services, 'log'>,
  all: T[],
  {
    logMessage,
    stop,
    work,
  }: { logMessage: string; stop: AbortSignal; work: (each: T) => Promise<void> },
): Promise<void> {
  let unanswered = 0;
  for (const each of all) {
    if (stop.aborted) return;
    try {
      await work(each);
      unanswered = 0;
    } catch (error) {
      log.error(logMessage, error);
      const silent = error instanceof ProviderError && !error.isRejection;
      unanswered = silent ? unanswered + 1 : 0;
      if (unanswered === MAX_UNANSWERED) return;
    }
  }
}
