import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../../db/database.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import { HOUR, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { gigOf, type OrderItemDto } from '../orders/dto.ts';
import { getOrder } from '../orders/queries.ts';
import { amountToPay } from './instalment-rules.ts';
import { type Attempt, type PaymentProgress, paymentProgress } from './payment-state-rules.ts';
import { findPayment, getInstalment, openInstalmentsOf } from './queries.ts';
import { settlePayment } from './settle-payment.ts';
import {
  OTHER_WAY_PAID,
  OTHER_WAY_UNDER_WAY,
  PAID_MEANWHILE,
  PAYMENT_UNDER_WAY,
  PROVIDER_ASKED_OFTEN,
} from './texts.ts';

/** A part that the buyer was sent to the provider for, and what has become of its payment. */
export interface PaymentUnderWay {
  orderId: string;
  /** What is bought; empty for what belongs to no gig. */
  gigId: string;
  /** The number of the instalment, counted from 1. */
  part: number;
  title: string;
  amount: number;
  currency: string;
  state: PaymentProgress;
}

/** For how long a payment is shown as under way after the buyer was sent to the provider. */
const SHOWN_FOR = HOUR;
const MOST_SHOWN = 3;
/** How many other checkouts for the same gig are asked about before another one is opened. */
const MOST_ASKED = 5;
/** How long a person who comes back waits for the provider, before the page says that we keep looking. */
const ANSWER_WITHIN_MS = 1_500;

/** Asks the provider about what the buyer may have paid, and settles it. */
export async function listPaymentsUnderWay(
  services: Services,
  buyerId: string,
): Promise<PaymentUnderWay[]> {
  const { db } = services.store;
  const opened = await listOpened(db, buyerId, later(services.clock(), -SHOWN_FOR));
  if (opened.length === 0) return [];
  await services.limits.take(CHECKS_OF_BUYER, buyerId);
  return Promise.all(
    opened.slice(0, MOST_SHOWN).map((instalment) => describe(services, instalment)),
  );
}

async function describe(services: Services, instalment: Instalment): Promise<PaymentUnderWay> {
  const asking = attemptsOf(services, instalment);
  // What the buyer does not wait for is finished all the same.
  services.background.run(async () => void (await asking));
  const found = await Promise.race([asking, wait(ANSWER_WITHIN_MS, null, { ref: false })]);
  const attempts = found instanceof ProviderError ? null : found;
  const { db } = services.store;
  const [order, { payment_id }] = await Promise.all([
    getOrder(db, instalment.order_id),
    getInstalment(db, instalment.id),
  ]);
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  return {
    orderId: order.id,
    gigId: gigOf(order),
    part: instalment.number,
    title: item?.title ?? '',
    amount: toRupees(amountToPay(instalment)),
    currency: order.currency,
    state: await progressOf(services, order, { paymentId: payment_id, attempts }),
  };
}

/** What has become of a payment, from what is recorded here and from the attempts at the provider. */
export async function progressOf(
  { store, clock }: Services,
  order: Order,
  known: { paymentId: string | null; attempts: Attempt[] | null },
): Promise<PaymentProgress> {
  const payment = known.paymentId === null ? null : await findPayment(store.db, known.paymentId);
  return paymentProgress({
    recorded: payment?.status ?? null,
    isDeclined: order.status === 'Rejected' && !order.cancelled_at,
    attempts: known.attempts,
    now: clock(),
  });
}

/**
 * Throws 409 if the part has been paid or is being paid by an earlier attempt, 502 if the provider does not say:
 * nobody is sent to pay the same part a second time.
 */
export async function refuseSecondPayment(
  services: Services,
  instalment: Instalment,
): Promise<void> {
  const progress = await findProgress(services, instalment);
  if (progress === 'paid' || progress === 'returned') throw new ApiError(409, PAID_MEANWHILE);
  if (progress === 'waiting') throw new ApiError(409, PAYMENT_UNDER_WAY, { retryAfter: 30 });
}

/**
 * Throws 409 while the bank decides about another checkout of this buyer for the same gig, or if that was paid just now: a
 * purchase is not paid in two ways.
 */
export async function refuseOtherWay(
  services: Services,
  { buyerId, gigId, except }: { buyerId: string; gigId: string; except?: string | undefined },
): Promise<void> {
  if (gigId === '') return;
  const { db } = services.store;
  const opened = await listOpened(db, buyerId, later(services.clock(), -SHOWN_FOR));
  const others = opened
    .filter((each) => each.paid === 0 && each.order_id !== except && gigOf(each) === gigId)
    .slice(0, MOST_ASKED);
  if (others.length === 0) return;
  await services.limits.take(CHECKS_OF_BUYER, buyerId);
  const found = await Promise.all(others.map((other) => findProgress(services, other)));
  if (found.includes('paid')) throw new ApiError(409, OTHER_WAY_PAID);
  if (found.includes('waiting')) throw new ApiError(409, OTHER_WAY_UNDER_WAY, { retryAfter: 30 });
}

/** What has become of the attempts to pay a part. Throws if the provider does not say. */
async function findProgress(services: Services, instalment: Instalment): Promise<PaymentProgress> {
  const attempts = await attemptsOf(services, instalment);
  if (attempts instanceof ProviderError) throw attempts;
  if (attempts === null) throw new ProviderError(0, 'an earlier attempt could not be checked');
  const { db } = services.store;
  const { payment_id: paymentId } = await getInstalment(db, instalment.id);
  const order = await getOrder(db, instalment.order_id);
  return progressOf(services, order, { paymentId, attempts });
}

/** Shares one question between concurrent callers, by instalment. */
const askOnce = createSingleFlight<Attempt[] | ProviderError | null>();

/**
 * The attempts that are not recorded here, after settling those that can be; null if the provider does not answer, or
 * its refusal.
 */
const attemptsOf = (services: Services, { id, provider_order_id }: Instalment) =>
  askOnce(id, async () => {
    try {
      const attempts: Attempt[] = [];
      for (const payment of await services.provider.paymentsOf(provider_order_id ?? '')) {
        const outcome = await settlePayment(services, payment);
        if (outcome !== 'waiting') continue;
        const { status, method, created_at: at } = payment;
        attempts.push({ status, isUpi: method === 'upi', at: at * 1000 });
      }
      return attempts;
    } catch (error) {
      // The reconciler asks again.
      services.log.error('a payment under way could not be checked', error);
      return error instanceof ProviderError && error.isRefusal ? error : null;
    }
  });

const CHECKS_OF_BUYER: Limit = {
  name: 'asking for payments under way',
  most: 600,
  per: HOUR,
  text: PROVIDER_ASKED_OFTEN,
};

const listOpened = (db: Db, buyerId: string, since: string) =>
  openInstalmentsOf(db)
    .selectAll('instalments')
    .select(['orders.items', 'orders.paid'])
    .where('orders.buyer_id', '=', buyerId)
    .where('instalments.opened_at', '>', since)
    .where('instalments.provider_order_id', 'is not', null)
    .orderBy('instalments.opened_at', 'desc')
    .execute();
