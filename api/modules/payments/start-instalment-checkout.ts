import type { Instalment, Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { HOUR, iso, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { withLease } from '../../platform/jobs/with-lease.ts';
import { ProviderError } from '../../platform/payment-provider.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { lockCheckouts } from '../orders/queries.ts';
import { reasonNothingDue } from '../orders/rules.ts';
import { nextInstalment } from './instalment-rules.ts';
import {
  findProviderOrder,
  listInstalments,
  markInstalmentOpened,
  storeProviderOrder,
} from './queries.ts';
import {
  FIRST_INSTALMENT_OPEN,
  NOTHING_LEFT,
  PROVIDER_UNREACHABLE,
  TOO_MANY_OPEN,
} from './texts.ts';

/** What the browser needs to open the provider's dialog; `amount` in paise. */
export interface OpenedInstalment {
  orderId: string;
  amount: number;
  currency: 'INR';
  key: string;
  /** Which of the order's instalments this is, counted from 1. */
  part: number;
}

/** Nobody pays so much at once: more would only keep the reconciler busy. */
export const tooManyOpen = () => new ApiError(429, TOO_MANY_OPEN, { retryAfter: HOUR / 1000 });

/** By the instalment's id. */
const shareRun = createSingleFlight<string>();

/** One question at a time, over all processes: whoever comes second gets what the first one has stored. */
const askOnce = (
  services: Services,
  { id }: NewInstalment,
  ask: () => Promise<string>,
): Promise<string> =>
  shareRun(id, async () => {
    const { store } = services;
    if (store.engine === 'sqlite') return ask();
    const asked = await withLease(services, `provider order ${id}`, {
      result: () => findProviderOrder(store.db, id),
      work: ask,
    });
    if (asked === null) throw new ApiError(502, PROVIDER_UNREACHABLE, { retryAfter: 5 });
    return asked;
  });

/** The provider's order for what is due next; asked for once, however often it is needed. */
export async function openInstalment(services: Services, order: Order): Promise<OpenedInstalment> {
  const reason = reasonNothingDue(order);
  if (reason) throw new ApiError(409, reason);
  const instalments = await listInstalments(services.store.db, order.id);
  const instalment = nextInstalment(instalments);
  if (!instalment) throw new ApiError(409, NOTHING_LEFT);
  await markOpened(services, order, instalment);
  const opened =
    instalment.provider_order_id ??
    (await askOnce(services, instalment, () => ask(services, order, instalment)));
  return answerOf(services, instalment, opened);
}

/** Before the provider is asked: its answer may be lost, and the reconciler must know. */
async function markOpened(services: Services, order: Order, { id }: Instalment): Promise<void> {
  const now = services.clock();
  const times = { now: iso(now), since: later(now, -HOUR) };
  const opened = await transaction(services, async (tx) => {
    await lockCheckouts(tx, order.buyer_id);
    return markInstalmentOpened(tx, id, { ...times, buyerId: order.buyer_id });
  });
  if (!opened) throw tooManyOpen();
}

export type NewInstalment = Pick<Instalment, 'id' | 'amount' | 'number'>;

/** The same for an instalment that was stored as opened a moment ago, so nothing was asked for before. */
export async function openNewInstalment(
  services: Services,
  order: Order,
  instalment: NewInstalment,
): Promise<OpenedInstalment> {
  const create = () =>
    orProviderDown(services, () => createProviderOrder(services, order, instalment));
  return answerOf(services, instalment, await askOnce(services, instalment, create));
}

const answerOf = (
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

/** The next instalment of an order whose first is paid. */
export function openRemainder(services: Services, order: Order): Promise<OpenedInstalment> {
  if (order.paid === 0 && order.status !== 'Rejected')
    throw new ApiError(409, FIRST_INSTALMENT_OPEN);
  return openInstalment(services, order);
}

const ask = (services: Services, order: Order, instalment: Instalment): Promise<string> =>
  orProviderDown(services, async () => {
    // Asked by receipt where an answer may have been lost.
    const earlier =
      instalment.opened_at === null ? null : await services.provider.findOrder(instalment.id);
    if (!earlier) return createProviderOrder(services, order, instalment);
    return transaction(services, (tx) => storeProviderOrder(tx, instalment.id, earlier));
  });

async function createProviderOrder(services: Services, order: Order, instalment: NewInstalment) {
  // Receipts hold 40 characters; a UUID has 36.
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
