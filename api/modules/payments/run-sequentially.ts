import { ProviderError } from '../../platform/payment-provider.ts';
import type { Services } from '../../platform/services.ts';

// One question may go unanswered for its own reasons; so many in a row mean that nobody answers.
const SILENCES = 3;

/**
 * Works on each in turn: what fails is logged and passed over; a provider that stays silent ends it,
 * and so does `stop`.
 */
export async function runSequentially<T>(
  { log }: Pick<Services, 'log'>,
  all: T[],
  { trouble, stop, work }: { trouble: string; stop: AbortSignal; work: (each: T) => Promise<void> },
): Promise<void> {
  let silences = 0;
  for (const each of all) {
    if (stop.aborted) return;
    try {
      await work(each);
      silences = 0;
    } catch (error) {
      log.error(trouble, error);
      const silent = error instanceof ProviderError && !error.isRejection;
      silences = silent ? silences + 1 : 0;
      if (silences === SILENCES) return;
    }
  }
}
