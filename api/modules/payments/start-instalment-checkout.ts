import type { Instalment, Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { HOUR, iso, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { onceAcrossProcesses } from '../../platform/once-across-processes.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { lockCheckouts } from '../orders/queries.ts';
import { reasonNothingDue } from '../orders/rules.ts';
import {
  findInstalmentById,
  findProviderOrder,
  listInstalments,
  markInstalmentOpened,
  storeProviderOrder,
} from './instalment-queries.ts';
import { hasLapsed, isTooLate, nextInstalment } from './instalment-rules.ts';
import {
  FIRST_INSTALMENT_OPEN,
  NOTHING_LEFT,
  OFFER_LAPSED,
  OFFER_OVER,
  PROVIDER_UNREACHABLE,
  TOO_MANY_OPEN,
} from './texts.ts';

/** The data with which the browser opens the provider's dialog; `amount` in paise. */
export interface OpenedInstalment {
  orderId: string;
  amount: number;
  currency: 'INR';
  key: string;
  /** The number of the instalment, counted from 1. */
  part: number;
}

/** An abuse limit: nobody needs so many, and each is checked by the reconciler. */
export const tooManyOpen = () => new ApiError(429, TOO_MANY_OPEN, { retryAfter: HOUR / 1000 });

/** The key is the instalment's id. */
const shareRun = createSingleFlight<string>();

/**
 * Runs one request at a time per instalment, over all processes. A second caller gets the stored result of
 * the first, also if it read the instalment before the first one began.
 */
const createProviderOrderOnce = (
  services: Services,
  { id }: NewInstalment,
  create: () => Promise<string>,
): Promise<string> =>
  shareRun(id, async () => {
    const { store } = services;
    const result = () => findProviderOrder(store.db, id);
    if (store.engine === 'sqlite') return (await result()) ?? create();
    const stored = await onceAcrossProcesses(services, `provider order ${id}`, {
      result,
      work: create,
    });
    if (stored === null) throw new ApiError(502, PROVIDER_UNREACHABLE, { retryAfter: 5 });
    return stored;
  });

/** Opens the next instalment. Its order at the provider is created only once. */
export async function openInstalment(services: Services, order: Order): Promise<OpenedInstalment> {
  const reason = reasonNothingDue(order);
  if (reason) throw new ApiError(409, reason);
  const instalments = await listInstalments(services.store.db, order.id);
  if (hasLapsed(instalments)) throw new ApiError(409, OFFER_LAPSED);
  const next = nextInstalment(instalments);
  if (!next) throw new ApiError(409, NOTHING_LEFT);
  if (isTooLate(next, order, iso(services.clock()))) throw new ApiError(409, OFFER_OVER);
  const instalment = await markOpened(services, order, next);
  const opened =
    instalment.provider_order_id ??
    (await createProviderOrderOnce(services, instalment, () =>
      findOrCreateProviderOrder(services, order, instalment),
    ));
  return toOpenedInstalment(services, instalment, opened);
}

/**
 * Marks the instalment before the request: if the response is lost, the reconciler still checks it. Returns
 * the instalment as it was before, read under the lock: a second tab may have opened it in between.
 */
async function markOpened(
  services: Services,
  order: Order,
  { id }: Instalment,
): Promise<Instalment> {
  const now = services.clock();
  const times = { now: iso(now), since: later(now, -HOUR) };
  return transaction(services, async (tx) => {
    await lockCheckouts(tx, order.buyer_id);
    const before = await findInstalmentById(tx, id);
    const isOpened = await markInstalmentOpened(tx, id, { ...times, buyerId: order.buyer_id });
    if (!before || !isOpened) throw tooManyOpen();
    return before;
  });
}

export type NewInstalment = Pick<Instalment, 'id' | 'amount' | 'number'>;

/** Opens an instalment that was just stored as opened. The provider has no order for it yet. */
export async function openNewInstalment(
  services: Services,
  order: Order,
  instalment: NewInstalment,
): Promise<OpenedInstalment> {
  const create = () =>
    orProviderDown(services, () => createProviderOrder(services, order, instalment));
  return toOpenedInstalment(
    services,
    instalment,
    await createProviderOrderOnce(services, instalment, create),
  );
}

const toOpenedInstalment = (
  { provider }: Services,
  instalment: NewInstalment,
  orderId: string,
): OpenedInstalment => ({
  orderId,
  amount: instalment.amount,
  currency: 'INR',
  key: provider.keyId,
  part: instalment.number,
});

/** Opens the next instalment of an order whose first one is paid. */
export function openRemainder(services: Services, order: Order): Promise<OpenedInstalment> {
  if (order.paid === 0 && order.status !== 'Rejected')
    throw new ApiError(409, FIRST_INSTALMENT_OPEN);
  return openInstalment(services, order);
}

const findOrCreateProviderOrder = (
  services: Services,
  order: Order,
  instalment: Instalment,
): Promise<string> =>
  orProviderDown(services, async () => {
    // Looks for an order by receipt first, because an earlier response may have been lost.
    const earlier =
      instalment.opened_at === null ? null : await services.provider.findOrder(instalment.id);
    if (!earlier) return createProviderOrder(services, order, instalment);
    return transaction(services, (tx) => storeProviderOrder(tx, instalment.id, earlier));
  });

async function createProviderOrder(services: Services, order: Order, instalment: NewInstalment) {
  // A receipt has at most 40 characters; a UUID has 36.
  const request = { amount: instalment.amount, receipt: instalment.id, orderId: order.id };
  const made = await services.provider.createOrder(request);
  return transaction(services, (tx) => storeProviderOrder(tx, instalment.id, made));
}

async function orProviderDown(services: Services, work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.error('an order could not be opened at the provider', error);
    throw new ApiError(502, PROVIDER_UNREACHABLE, { retryAfter: 5 });
  }
}
