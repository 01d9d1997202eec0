import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';

/** Makes a cheap call to the provider at start and logs whether the keys work. */
export async function checkKeysAtStart({ provider, log }: Services): Promise<void> {
  try {
    await provider.ping();
    log.info('  Razorpay accepts the keys.');
  } catch (error) {
    log.error(explainProviderError(error));
  }
}

/** Turns an error of the provider into a sentence with the next step for the operator. */
export function explainProviderError(error: unknown): string {
  const status = error instanceof ProviderError ? error.status : 0;
  if (status === 400 || status === 401 || status === 403) {
    return 'Razorpay refuses the keys: check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET. Until then nobody can pay; orders wait.';
  }
  if (status === 0) return 'Razorpay does not answer. Payments are tried again as they come.';
  return `Razorpay answers with trouble (status ${status}). Payments are tried again as they come.`;
}
