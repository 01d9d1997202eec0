import type { Database, Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { type Clock, later, type Validity, validityOf } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import { hashToken } from '../ids.ts';

/** A limit: at most `most` uses per key and window. `text` is the message of the 429. */
export interface Limit {
  name: string;
  most: number;
  per: number;
  text: string;
  /** Whether the key is a network address, which many people may share. */
  ofAddress?: true;
}

/** Rate limits, shared by all processes through the database. */
export interface Limits {
  /**
   * Counts one use and returns how many there are. Throws 429 with Retry-After above the limit. In the caller's transaction if one is given: then
   * only what is committed counts.
   */
  take(limit: Limit, key: string, tx?: Db): Promise<number>;
  /** Throws like `take` if one more use would be above the limit, and counts nothing. */
  check(limit: Limit, key: string): Promise<void>;
  /** Uncounts one use that was legitimate. */
  refund(limit: Limit, key: string): Promise<void>;
}

/**
 * Creates the rate limiter. `testMultiplier` multiplies limits per network address, because tests act as many
 * people at one address.
 */
export function createRateLimiter(store: Database, clock: Clock, testMultiplier = 1): Limits {
  const assertWithin = (limit: Limit, { used, ends_at }: { used: number; ends_at: string }) => {
    if (used <= limit.most * (limit.ofAddress ? testMultiplier : 1)) return;
    const wait = Math.max(1, Math.ceil((Date.parse(ends_at) - clock().getTime()) / 1000));
    throw new ApiError(429, limit.text, { retryAfter: wait });
  };
  return {
    async take(limit, key, tx) {
      const now = clock();
      const window = { ...validityOf(now, limit.per), ends_at: later(now, limit.per) };
      const name = nameOf(limit, key);
      const counted = tx
        ? await count(tx, name, window)
        : await transaction({ store }, (own) => count(own, name, window));
      assertWithin(limit, counted);
      return counted.used;
    },
    async check(limit, key) {
      const { now, until } = validityOf(clock(), limit.per);
      const counted = await store.db
        .selectFrom('limits')
        .select(['used', 'ends_at'])
        .where('key', '=', nameOf(limit, key))
        .where('ends_at', '>', now)
        .where('ends_at', '<=', until)
        .executeTakeFirst();
      if (counted) assertWithin(limit, { ...counted, used: counted.used + 1 });
    },
    async refund(limit, key) {
      await transaction({ store }, (tx) =>
        tx
          .updateTable('limits')
          .set((eb) => ({ used: eb('used', '-', 1) }))
          .where('key', '=', nameOf(limit, key))
          .where('used', '>', 0)
          .execute(),
      );
    },
  };
}

// The key is hashed, because addresses are personal data.
const nameOf = (limit: Limit, key: string) => `${limit.name}:${hashToken(key)}`;

/**
 * Counts a use with a single upsert, so that concurrent uses are all counted. A window from before a clock
 * rollback has ended.
 */
const count = (tx: Db, key: string, { now, until, ends_at }: Validity & { ends_at: string }) =>
  tx
    .insertInto('limits')
    .values({ key, used: 1, ends_at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const over = eb.or([eb('limits.ends_at', '<=', now), eb('limits.ends_at', '>', until)]);
        return {
          used: eb
            .case()
            .when(over)
            .then(1)
            .else(eb('limits.used', '+', 1))
            .end(),
          ends_at: eb.case().when(over).then(ends_at).else(eb.ref('limits.ends_at')).end(),
        };
      }),
    )
    .returning(['used', 'ends_at'])
    .executeTakeFirstOrThrow();
