import type { Clock } from '../clock.ts';

interface Bucket {
  left: number;
  at: number;
}

const FORGET_OVER = 5_000;

/** Allows `burst` at once and `perSecond` over time; in memory, for events too frequent to store. */
export class TokenBuckets {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: { burst: number; perSecond: number; clock: Clock }) {
    this.#burst = limit.burst;
    this.#perSecond = limit.perSecond;
    this.#clock = limit.clock;
  }

  /** 0 when a token was taken; otherwise the seconds until the next one. */
  take(key: string): number {
    const now = this.#clock().getTime();
    const bucket = this.#buckets.get(key) ?? { left: this.#burst, at: now };
    const passed = Math.max(0, now - bucket.at) / 1000;
    const left = Math.min(this.#burst, bucket.left + passed * this.#perSecond);
    const taken = left >= 1;
    if (this.#buckets.size > FORGET_OVER) this.#forgetFull(now);
    this.#buckets.set(key, { left: taken ? left - 1 : left, at: now });
    return taken ? 0 : Math.ceil((1 - left) / this.#perSecond);
  }

  #forgetFull(now: number): void {
    const full = (this.#burst / this.#perSecond) * 1000;
    for (const [key, { at }] of this.#buckets) if (now - at > full) this.#buckets.delete(key);
  }
}
