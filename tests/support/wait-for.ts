import { vi } from 'vitest';

/**
 * Repeats an assertion until it holds. The limit is no promise of the product: it is far above what a
 * busy machine needs, so that it is reached only by a result that never comes.
 */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 });
