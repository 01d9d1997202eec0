import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';

/** Makes a cheap call to the provider at start and logs whether the keys work. */
export async function checkKeysAtStart({ provider, log }: Services): Promise<void> {
  try {
    await provider.ping();
    log.info('  Razorpay accepts the keys.');
  } catch (error) {
    const { text, server } = explainProviderError(error);
    log.error([text, server].join(' ').trim());
  }
}

/** Turns an error of the provider into a sentence, and the next step for whoever runs the server. */
export function explainProviderError(error: unknown): { text: string; server: string } {
  const status = error instanceof ProviderError ? error.status : 0;
  if (status === 400 || status === 401 || status === 403) {
    return {
      text: 'Razorpay refuses the keys. Until they are right nobody can pay; orders wait.',
      server: 'Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.',
    };
  }
  const trouble = status === 0 ? 'does not answer' : `answers with trouble (status ${status})`;
  return { text: `Razorpay ${trouble}. Payments are tried again as they come.`, server: '' };
}
