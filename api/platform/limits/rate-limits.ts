import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Db, Store } from '../../../db/connect.ts';
import { transaction } from '../../../db/transaction.ts';
import { type Clock, iso, later } from '../clock.ts';
import type { Env } from '../http/env.ts';
import { ApiError } from '../http/errors.ts';
import { hashToken } from '../ids.ts';

/** So many times per key and window; the text says what to wait for. */
export interface Limit {
  name: string;
  most: number;
  per: number;
  text: string;
  /** Counts a network address, behind which there may be many people. */
  ofAddress?: true;
}

/** Counts what may not be done too often; shared by all processes on the database. */
export interface Limits {
  /** Counts once more; throws 429 with Retry-After when it was too often. */
  take(limit: Limit, key: string): Promise<void>;
  /** Takes one count back: it was no misuse after all. */
  refund(limit: Limit, key: string): Promise<void>;
}

/** `allowance` multiplies what a network address may do: tests are many people behind one. */
export function createLimits(store: Store, clock: Clock, allowance = 1): Limits {
  return {
    async take(limit, key) {
      const now = clock();
      const until = later(now, limit.per);
      const { used, ends_at } = await transaction({ store }, (tx) =>
        count(tx, nameOf(limit, key), { now: iso(now), until }),
      );
      if (used <= limit.most * (limit.ofAddress ? allowance : 1)) return;
      const wait = Math.max(1, Math.ceil((Date.parse(ends_at) - now.getTime()) / 1000));
      throw new ApiError(429, limit.text, { retryAfter: wait });
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

// The key is hashed: addresses of people are nothing to keep in the clear.
const nameOf = (limit: Limit, key: string) => `${limit.name}:${hashToken(key)}`;

/** One statement, so that of many at once none is overlooked. A window from the future is over. */
const count = (tx: Db, key: string, { now, until }: { now: string; until: string }) =>
  tx
    .insertInto('limits')
    .values({ key, used: 1, ends_at: until })
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
          ends_at: eb.case().when(over).then(until).else(eb.ref('limits.ends_at')).end(),
        };
      }),
    )
    .returning(['used', 'ends_at'])
    .executeTakeFirstOrThrow();

/** The network address asking. */
export const addressOf = (c: Context<Env>): string =>
  visitorAddress(c.var.services.config.trustProxy, {
    peer: getConnInfo(c).remote.address,
    forwarded: c.req.header('X-Forwarded-For'),
  });

/** Of X-Forwarded-For counts only what the trusted proxy itself added; some add the port, too. */
export function visitorAddress(
  trustProxy: boolean,
  { peer, forwarded }: { peer: string | undefined; forwarded: string | undefined },
): string {
  const added = trustProxy ? forwarded?.split(',').at(-1)?.trim() : undefined;
  return network((added && withoutPort(added)) || peer || '');
}

function withoutPort(text: string): string | null {
  if (isIP(text)) return text;
  const bare = text.startsWith('[') ? text.slice(1).split(']')[0] : text.split(':')[0];
  return bare && isIP(bare) ? bare : null;
}

/** An IPv6 household has a whole /64 to choose from; it counts as one address. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
