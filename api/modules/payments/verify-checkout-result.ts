import type { Insertable } from 'kysely';
import { type Db, isStorageTrouble } from '../../../db/database.ts';
import { asSelection } from '../../../db/insert-select.ts';
import type { Instalment, Order, RejectedPayment } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  isOrderId,
  isPaymentId,
  ProviderError,
  type ProviderPayment,
} from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { movedDatesOf } from '../orders/dto.ts';
import { getOrder } from '../orders/queries.ts';
import { reasonNothingDue } from '../orders/rules.ts';
import { datesMovedMessage, UNKNOWN_ORDER } from '../orders/texts.ts';
import {
  amountsOf,
  isOtherAmount,
  otherAmountMessage,
  reasonOfOverpayment,
  reportOf,
} from './overpayments.ts';
import { findInstalment, findPayment, getInstalment } from './queries.ts';
import type { ProviderResult } from './schema.ts';
import {
  findInstalmentFor,
  type Outcome,
  PaymentNotRecordedError,
  settlePayment,
} from './settle-payment.ts';
import {
  NOTHING_LEFT,
  OFFER_LAPSED,
  PAID_DECLINED,
  PAYMENT_ARRIVED,
  PAYMENT_OVERPAID,
  PAYMENT_SUCCESSFUL,
  STILL_CHECKING,
  STILL_CONFIRMING,
  VERIFICATION_FAILED,
} from './texts.ts';

/** The message for the buyer; `order` is set once the payment is stored. */
interface Verified {
  order: Order | null;
  message: string;
}

// The maximum number of stored invalid results per person.
const MAX_REJECTED = 100;

/**
 * Verifies the browser's result at the provider, of a part of this order. Returns the order once its payment is stored, and a message
 * for the buyer. Throws 404 for the order of a different buyer, 400 for an invalid result, 409 if the order
 * takes no more payments or the amount is another one, 503 if the provider does not answer: then the reconciler does it later.
 */
export async function verifyPayment(
  services: Services,
  buyerId: string,
  result: ProviderResult,
  ofOrder?: string,
): Promise<Verified> {
  try {
    return await check(services, buyerId, result, ofOrder);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    services.log.error('a payment could not be checked', error);
    throw new ApiError(503, STILL_CHECKING, { retryAfter: 5 });
  }
}

const WAITING: Verified = { order: null, message: STILL_CONFIRMING };
const UNKNOWN: Verified = { order: null, message: STILL_CHECKING };
const ARRIVED: Verified = { order: null, message: PAYMENT_ARRIVED };

async function check(
  services: Services,
  buyerId: string,
  result: ProviderResult,
  ofOrder: string | undefined,
): Promise<Verified> {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId } = result;
  const refuse = (reason: string, instalment?: Instalment) =>
    refused(services, { buyerId, result, reason, instalment });
  if (!isOrderId(orderId) || !isPaymentId(paymentId)) throw await refuse('ids of another shape');
  const isSigned = services.provider.isSigned({
    ...{ orderId, paymentId, signature: result.razorpay_signature },
  });
  const instalment = await findInstalmentOf(services, buyerId, { orderId, isSigned });
  if (!instalment) {
    await refuse('an order of nobody or of somebody else');
    throw new ApiError(404, UNKNOWN_ORDER);
  }
  if (ofOrder && instalment.order_id !== ofOrder) throw new ApiError(404, UNKNOWN_ORDER);
  if (!isSigned) throw await refuse('a wrong signature', instalment);
  // Already stored: no request to the provider is needed.
  const known = await findPayment(services.store.db, paymentId);
  if (known?.instalment_id === instalment.id) {
    const paid = { ...known, orderId: known.provider_order_id, begunAt: known.captured_at };
    return verified(services, instalment, { outcome: known.status, paid });
  }
  const payment = await fetchOnce(paymentId, () => fetch(services, paymentId));
  if (payment === 'silence') return UNKNOWN;
  if (payment === 'unknown') throw await refuse('a payment the provider does not know', instalment);
  if (payment.order_id !== orderId) throw await refuse('a payment of another order', instalment);
  const outcome = await trySettle(services, payment);
  if (outcome === 'waiting') return WAITING;
  if (outcome === 'not recorded') return ARRIVED;
  if (outcome === 'failed') throw await refuse('a payment that has failed', instalment);
  return verified(services, instalment, { outcome, paid: reportOf(payment) });
}

/** The buyer's instalment of an order of the provider, also of one that a changed amount to pay has replaced. */
async function findInstalmentOf(
  services: Services,
  buyerId: string,
  { orderId, isSigned }: { orderId: string; isSigned: boolean },
): Promise<Instalment | undefined> {
  const { db } = services.store;
  // Only what the provider has signed is worth a question.
  const found = isSigned
    ? await findInstalmentFor(services, { order_id: orderId })
    : await findInstalment(db, orderId);
  if (!found || found === 'test') return undefined;
  return (await getOrder(db, found.order_id)).buyer_id === buyerId ? found : undefined;
}

async function verified(
  services: Services,
  { id, order_id }: Instalment,
  { outcome, paid }: { outcome: Outcome; paid: Parameters<typeof reasonOfOverpayment>[0] },
): Promise<Verified> {
  const { db } = services.store;
  const [order, instalment] = await Promise.all([getOrder(db, order_id), getInstalment(db, id)]);
  const reason = outcome === 'settled' ? null : reasonOfOverpayment(paid, { order, instalment });
  if (reason && isOtherAmount(reason))
    throw new ApiError(409, otherAmountMessage(amountsOf(reason, paid, { order, instalment })));
  const isDeclined = order.status === 'Rejected' && !order.cancelled_at;
  if (isDeclined && outcome !== 'closed') return { order, message: PAID_DECLINED };
  if (outcome === 'surplus' || reason === 'covered') return { order, message: PAYMENT_OVERPAID };
  if (outcome === 'closed')
    throw new ApiError(
      409,
      reasonNothingDue(order) ?? (order.paid === 0 ? OFFER_LAPSED : NOTHING_LEFT),
    );
  const { movedDates } = movedDatesOf(order);
  const more = movedDates && instalment.number === 1 ? ` ${datesMovedMessage(movedDates)}` : '';
  return { order, message: `${PAYMENT_SUCCESSFUL}${more}` };
}

// If the provider does not answer, the reconciler retries later: not a failure.
async function trySettle(
  services: Services,
  payment: ProviderPayment,
): Promise<Outcome | 'not recorded'> {
  try {
    return await settlePayment(services, payment);
  } catch (error) {
    const isRecorded = !(error instanceof PaymentNotRecordedError);
    if (isRecorded && !(error instanceof ProviderError)) throw error;
    services.log.error('a payment could not be settled yet', error);
    return isRecorded ? 'waiting' : 'not recorded';
  }
}

type Fetched = ProviderPayment | 'silence' | 'unknown';

/** Shares one request per payment between concurrent calls. */
const fetchOnce = createSingleFlight<Fetched>();

async function fetch(services: Services, paymentId: string): Promise<Fetched> {
  try {
    return await services.provider.fetchPayment(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.isRejection) return 'unknown';
    services.log.error('a payment could not be checked yet', error);
    return 'silence';
  }
}

/** Stores the invalid attempt for the owner and returns the error. Stores ids only, never the signature. */
async function refused(
  services: Services,
  attempt: {
    buyerId: string;
    result: ProviderResult;
    reason: string;
    instalment?: Instalment | undefined;
  },
): Promise<ApiError> {
  const { buyerId, result, reason, instalment } = attempt;
  const rejected = {
    id: newId(),
    order_id: instalment?.order_id ?? null,
    user_id: buyerId,
    provider_order_id: result.razorpay_order_id,
    payment_id: result.razorpay_payment_id,
    reason,
    created_at: iso(services.clock()),
  };
  await transaction(services, (tx) => insertRejectedResult(tx, rejected, MAX_REJECTED)).catch(
    (error: unknown) => {
      if (!isStorageTrouble(error)) throw error;
    },
  );
  services.log.error(`a payment result was refused: ${reason}`);
  return new ApiError(400, VERIFICATION_FAILED);
}

/** Stores a result that failed verification. The number per person is limited, to protect the disk. */
async function insertRejectedResult(tx: Db, rejected: Insertable<RejectedPayment>, most: number) {
  const { columns, values } = asSelection(rejected);
  await tx
    .insertInto('rejected_payments')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(values)
        .where('users.id', '=', rejected.user_id)
        .where(
          (inner) =>
            inner
              .selectFrom('rejected_payments')
              .select(({ fn }) => fn.countAll<number>().as('held'))
              .where('user_id', '=', rejected.user_id),
          '<',
          most,
        ),
    )
    .execute();
}
