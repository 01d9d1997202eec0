import type { Db } from '../../../db/database.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { priceOf } from '../../platform/money/rules.ts';
import type { ProviderPayment } from '../../platform/payment-provider/client.ts';
import { getOrder } from '../orders/queries.ts';
import { isWhollyRefunded } from '../orders/rules.ts';
import { amountToPay, isTooLate } from './instalment-rules.ts';
import { getInstalment } from './queries.ts';
import { OTHER_AMOUNT } from './texts.ts';

/** A payment at the provider. */
interface Reported {
  amount: number;
  currency: string;
  /** The provider's order. */
  orderId: string | null;
  /** When the attempt began. */
  begunAt: string;
}

interface Target {
  order: Order;
  instalment: Instalment;
}

export const reportOf = (payment: ProviderPayment): Reported => ({
  ...{ amount: payment.amount, currency: payment.currency, orderId: payment.order_id },
  begunAt: iso(new Date(payment.created_at * 1000)),
});

/** Amounts that differ from what was due, by what has changed them. */
const OTHER_AMOUNTS = ['fee', 'offer', 'currency', 'older amount'] as const;
type OtherAmount = (typeof OTHER_AMOUNTS)[number];

type OverpaymentReason =
  | OtherAmount
  | 'cancelled'
  | 'declined'
  | 'refunded'
  | 'not paid in time'
  | 'covered'
  | 'closed';

export const isOtherAmount = (reason: OverpaymentReason): reason is OtherAmount =>
  OTHER_AMOUNTS.some((each) => each === reason);

/** Why a payment does not count towards its order. */
export function reasonOfOverpayment(payment: Reported, target: Target): OverpaymentReason {
  const { order, instalment } = target;
  if (order.cancelled_at) return 'cancelled';
  if (order.status === 'Rejected') return 'declined';
  if (isWhollyRefunded(order)) return 'refunded';
  if (instalment.payment_id) return 'covered';
  if (instalment.waived_at) return order.paid === 0 ? 'not paid in time' : 'covered';
  const other = otherAmountOf(payment, target);
  if (other) return other;
  return isTooLate(instalment, order, payment.begunAt) ? 'not paid in time' : 'closed';
}

/** What has changed the amount of a payment; null if it is the amount to pay. */
export function otherAmountOf(
  { amount, currency, orderId }: Omit<Reported, 'begunAt'>,
  { order, instalment }: Target,
): OtherAmount | null {
  const due = amountToPay(instalment);
  if (currency === order.currency && amount === due) return null;
  if (orderId !== instalment.provider_order_id) return 'older amount';
  if (currency !== order.currency) return 'currency';
  return amount > due ? 'fee' : 'offer';
}

const CHANGED_BY: Record<OtherAmount, string> = {
  fee: 'the payment service put a fee on top of the price',
  offer: 'the payment service took an offer off the price',
  currency: 'the payment service took it in another currency',
  'older amount': 'the tax to deduct was changed after this payment was begun',
};

/** How the owner ends it: it comes back with every payment. */
const SWITCHES: Record<OtherAmount, string> = {
  fee: 'Razorpay puts its fee on top of the price. Have “Customer Fee Bearer” switched off in your Razorpay account (its support does it); until then such sales fail.',
  offer:
    'Razorpay takes an offer off the price. Switch off “Show Offer on Checkout” of your offers in Razorpay’s dashboard; until then such sales fail.',
  currency:
    'Razorpay took another currency than that of the order. Have the conversion of currencies switched off in your Razorpay account; until then such sales fail.',
  'older amount': 'The buyer had changed the tax to deduct after this payment was begun.',
};

interface Amounts {
  reason: OtherAmount;
  paid: Pick<Reported, 'amount' | 'currency'>;
  due: Pick<Reported, 'amount' | 'currency'>;
}

export const amountsOf = (
  reason: OtherAmount,
  paid: Pick<Reported, 'amount' | 'currency'>,
  { order, instalment }: Target,
): Amounts => ({
  ...{ reason, paid },
  due: { amount: amountToPay(instalment), currency: order.currency },
});

const textOf = ({ amount, currency }: Pick<Reported, 'amount' | 'currency'>): string =>
  priceOf(amount, currency);

/** For the buyer, whose payment goes back. */
export const otherAmountMessage = ({ reason, paid, due }: Amounts): string =>
  `${OTHER_AMOUNT}, ${textOf(paid)} instead of ${textOf(due)}: ${CHANGED_BY[reason]}. So it does not count as paid, and you get the whole ${textOf(paid)} back.`;

/** For the owner, with what to switch off. */
export const otherAmountNotice = ({ reason, paid, due }: Amounts): string =>
  `A payment of ${textOf(paid)} came in for ${textOf(due)}, and is refunded. ${SWITCHES[reason]}`;

/** A shop that sells little is not told of it for ever after it is repaired. */
const TOLD_FOR = 7 * DAY;

/**
 * Whether something at the provider changes the amounts of payments, and what to switch off; null if not, or if a later
 * payment by the same method came whole.
 */
export async function findChangedAmounts(
  db: Db,
  now: Date,
): Promise<{ at: string; method: string; notice: string } | null> {
  const found = await db
    .selectFrom('payments')
    .innerJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select('instalments.id as part')
    .whereRef('payments.provider_order_id', '=', 'instalments.provider_order_id')
    .where('payments.status', '=', 'surplus')
    .where('payments.captured_at', '>', later(now, -TOLD_FOR))
    .where((eb) =>
      eb.or([
        eb('payments.currency', '!=', eb.ref('orders.currency')),
        eb(
          'payments.amount',
          '!=',
          eb('instalments.amount', '-', eb.ref('instalments.tax_deducted')),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as whole')
            .select('whole.id')
            .where('whole.status', '=', 'settled')
            .whereRef('whole.method', '=', 'payments.method')
            .whereRef('whole.captured_at', '>', 'payments.captured_at'),
        ),
      ),
    )
    .orderBy('payments.captured_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found?.order_id) return null;
  const target = {
    order: await getOrder(db, found.order_id),
    instalment: await getInstalment(db, found.part),
  };
  const reason = otherAmountOf({ ...found, orderId: found.provider_order_id }, target);
  if (!reason) return null;
  const notice = otherAmountNotice(amountsOf(reason, found, target));
  return { at: found.captured_at, method: found.method, notice };
}
