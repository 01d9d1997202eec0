import type { Database } from '../../../db/database.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { HOUR, iso } from '../../platform/clock.ts';
import { isOrderId, type Provider } from '../../platform/payment-provider/client.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { findInstalment } from './instalment-queries.ts';
import { entityIn } from './webhook-event-body.ts';

/** Webhooks about orders of this shop whose signature did not match, since the last one that did. */
interface RefusedWebhooks {
  count: number;
  first: string;
  last: string;
  /** Which secret they were compared with: after it is replaced they say nothing any more. */
  secret: string;
}

const KEY = 'refused webhooks';
const COUNTED: Limit = { name: 'refused webhooks', most: 60, per: HOUR, text: '' };

const secretOf = (provider: Pick<Provider, 'signEvent'>): string =>
  provider.signEvent(KEY).slice(0, 16);

/**
 * Counts a refused webhook. Anybody may send one, so only those that name an order of the provider's count, and
 * those only up to a limit.
 */
export async function countRefusedWebhook(services: Services, body: string): Promise<void> {
  const { store, clock, provider, limits, log } = services;
  const orderId = entityIn(body, 'payment')?.['order_id'];
  if (typeof orderId !== 'string' || !isOrderId(orderId)) return;
  if (!(await findInstalment(store.db, orderId))) return;
  const isCounted = await limits.take(COUNTED, KEY).then(
    () => true,
    () => false,
  );
  if (!isCounted) return;
  log.error('a webhook about an order was refused: its signature does not fit');
  const now = iso(clock());
  await transaction(services, async (tx) => {
    const before = await read(tx);
    const secret = secretOf(provider);
    const earlier = before?.secret === secret ? before : { count: 0, first: now };
    const after = { count: earlier.count + 1, first: earlier.first, last: now, secret };
    await storeSetting(tx, KEY, JSON.stringify(after satisfies RefusedWebhooks));
  });
}

/** The provider has signed a webhook with the right secret. */
export const forgetRefusedWebhooks = (tx: Tx) =>
  tx.deleteFrom('settings').where('key', '=', KEY).execute();

/** The webhooks that were refused with the current secret; null if there are none. */
export async function findRefusedWebhooks({
  store,
  provider,
}: {
  store: Database;
  provider: Pick<Provider, 'signEvent'>;
}): Promise<Omit<RefusedWebhooks, 'secret'> | null> {
  const refused = await read(store.db);
  return refused?.secret === secretOf(provider) ? refused : null;
}

async function read(db: Database['db']): Promise<RefusedWebhooks | null> {
  const value = await readSetting(db, KEY);
  return value ? (JSON.parse(value) as RefusedWebhooks) : null;
}
