import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../../db/database.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import { HOUR, later, MINUTE } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { getOrder } from '../orders/queries.ts';
import { amountToPay } from './instalment-rules.ts';
import { type Attempt, type PaymentProgress, paymentProgress } from './payment-state-rules.ts';
import { findPayment, getInstalment, openInstalmentsOf } from './queries.ts';
import { settlePayment } from './settle-payment.ts';
import { PAID_MEANWHILE, PAYMENT_UNDER_WAY, PROVIDER_ASKED_OFTEN } from './texts.ts';

/** A part that the buyer was sent to the provider for, and what has become of its payment. */
export interface PaymentUnderWay {
  orderId: string;
  /** The number of the instalment, counted from 1. */
  part: number;
  title: string;
  amount: number;
  currency: string;
  state: PaymentProgress;
}

/** For how long a payment is shown as under way after the buyer was sent to the provider. */
const SHOWN_FOR = 30 * MINUTE;
const MOST_SHOWN = 3;
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
  return Promise.all(opened.map((instalment) => describe(services, instalment)));
}

async function describe(services: Services, instalment: Instalment): Promise<PaymentUnderWay> {
  const asking = attemptsOf(services, instalment);
  // What the buyer does not wait for is finished all the same.
  services.background.run(async () => void (await asking));
  const attempts = await Promise.race([asking, wait(ANSWER_WITHIN_MS, null, { ref: false })]);
  const { db } = services.store;
  const [order, { payment_id }] = await Promise.all([
    getOrder(db, instalment.order_id),
    getInstalment(db, instalment.id),
  ]);
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  return {
    orderId: order.id,
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
  const attempts = await attemptsOf(services, instalment);
  if (attempts === null) throw new ProviderError(0, 'an earlier attempt could not be checked');
  const { payment_id: paymentId } = await getInstalment(services.store.db, instalment.id);
  if (paymentId) throw new ApiError(409, PAID_MEANWHILE);
  const order = await getOrder(services.store.db, instalment.order_id);
  const progress = await progressOf(services, order, { paymentId, attempts });
  if (progress === 'waiting') throw new ApiError(409, PAYMENT_UNDER_WAY, { retryAfter: 30 });
}

/** Shares one question between concurrent callers, by instalment. */
const askOnce = createSingleFlight<Attempt[] | null>();

/** The attempts that are not recorded here, after settling those that can be; null if the provider does not answer. */
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
      return null;
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
    .where('orders.buyer_id', '=', buyerId)
    .where('instalments.opened_at', '>', since)
    .where('instalments.provider_order_id', 'is not', null)
    .orderBy('instalments.opened_at', 'desc')
    .limit(MOST_SHOWN)
    .execute();
