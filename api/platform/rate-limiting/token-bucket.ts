import type { Clock } from '../clock.ts';

const FORGET_OVER = 5_000;

/**
 * Token buckets: allow `burst` at once and `perSecond` over time. In memory, for events too frequent to
 * store. Takes a token and returns 0, or the seconds until the next one.
 */
export function createTokenBuckets(limit: { burst: number; perSecond: number; clock: Clock }) {
  const { burst, perSecond, clock } = limit;
  const buckets = new Map<string, { left: number; at: number }>();

  function forgetFull(now: number): void {
    const full = (burst / perSecond) * 1000;
    for (const [key, { at }] of buckets) if (now - at > full) buckets.delete(key);
  }

  return (key: string): number => {
    const now = clock().getTime();
    const bucket = buckets.get(key) ?? { left: burst, at: now };
    const passed = Math.max(0, now - bucket.at) / 1000;
    const left = Math.min(burst, bucket.left + passed * perSecond);
    const taken = left >= 1;
    if (buckets.size > FORGET_OVER) forgetFull(now);
    buckets.set(key, { left: taken ? left - 1 : left, at: now });
    return taken ? 0 : Math.ceil((1 - left) / perSecond);
  };
}
