import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Instalment, Order, Payment, User } from '../../../db/schema.ts';
import { iso, later, MINUTE } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { withSession } from '../accounts/sessions.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { getOrder } from '../orders/queries.ts';
import { openOf, reasonNothingDue } from '../orders/rules.ts';
import { amountToPay } from './instalment-rules.ts';
import { amountsOf, otherAmountMessage, otherAmountOf } from './overpayments.ts';
import { type PaymentProgress, paymentProgress } from './payment-state-rules.ts';
import { findInstalment, findPayment, getInstalment } from './queries.ts';
import type { ProviderResult } from './schema.ts';
import { findInstalmentFor } from './settle-payment.ts';
import {
  PAID_DECLINED,
  PAYMENT_OVERPAID,
  PAYMENT_SUCCESSFUL,
  RESULT_EXPIRED,
  STILL_CONFIRMING,
  VERIFICATION_FAILED,
} from './texts.ts';
import { verifyPayment } from './verify-checkout-result.ts';

// A form of three ids; a failure's description is short, too.
const MAX_FORM_BYTES = 16 * 1024;
const SHOWN_FOR = 30 * MINUTE;

/** What the page after a payment shows. */
export interface PaymentResult {
  state: PaymentProgress;
  message: string;
  amount: number;
  currency: string;
  title: string;
  /** With which the browser that began the payment finds its cart; null for who has paid by a link. */
  checkout: { id: string; isPartly: boolean } | null;
  /** For its buyer, signed in; nobody else learns of it. */
  orderId: string | null;
}

interface Shown {
  purpose: 'payment result';
  /** At the provider. */
  orderId: string;
  paymentId: string;
  until: string;
  byLink: boolean;
}

/**
 * Where the provider sends the buyer's browser with a form when it does not call the page that opened the dialog,
 * as in browsers inside other apps. That form carries no cookie and the page may be gone: its signature alone
 * proves the payment, which is settled like every other report. The answer leads to a page that shows the result.
 */
export const paymentCallback = new Hono<Env>()
  // The second for whoever pays by a link and has no account.
  .on(
    'POST',
    ['/payment-callback', '/payment-callback/link'],
    bodyLimit({ maxSize: MAX_FORM_BYTES, onError: (c) => c.redirect(resultPage(null), 303) }),
    async (c) => {
      const byLink = c.req.path.endsWith('/link');
      const form = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
      c.header('Cache-Control', 'no-store');
      const token = await receive(c.var.services, form, byLink);
      return c.redirect(resultPage(token), 303);
    },
  )
  .post('/payment-result', bodyLimit({ maxSize: MAX_FORM_BYTES }), withSession, async (c) => {
    const token = await c.req.text();
    c.header('Cache-Control', 'no-store');
    const result = await readResult(c.var.services, token, c.var.user);
    return c.json({ success: true as const, ...result });
  });

/** The token stands after `#`, so that it is in no log and no Referer. Without one the page knows nothing. */
const resultPage = (token: string | null): string =>
  token === null ? '/payment-result' : `/payment-result#${token}`;

/** Settles a signed result; null for anything else, such as a payment that failed, whose form is not signed. */
async function receive(
  services: Services,
  form: Record<string, unknown>,
  byLink: boolean,
): Promise<string | null> {
  const text = (name: keyof ProviderResult): string => {
    const value = form[name];
    return typeof value === 'string' ? value.slice(0, 200) : '';
  };
  const result: ProviderResult = {
    razorpay_order_id: text('razorpay_order_id'),
    razorpay_payment_id: text('razorpay_payment_id'),
    razorpay_signature: text('razorpay_signature'),
  };
  const [orderId, paymentId] = [result.razorpay_order_id, result.razorpay_payment_id];
  const signed = { orderId, paymentId, signature: result.razorpay_signature };
  if (!services.provider.isSigned(signed)) return null;
  // Whatever cannot be settled now, as while the database is away, is settled by the reconciler, and the page shows what
  // is known by then.
  await settle(services, result).catch((error: unknown) => {
    if (!(error instanceof ApiError))
      services.log.error('the result of a payment could not be settled yet', error);
  });
  const until = later(services.clock(), SHOWN_FOR);
  const shown: Shown = {
    purpose: 'payment result',
    orderId,
    paymentId,
    until,
    byLink,
  };
  return services.encryption.encrypt(JSON.stringify(shown)).toString('base64url');
}

async function settle(services: Services, result: ProviderResult): Promise<void> {
  const instalment = await findInstalmentFor(services, { order_id: result.razorpay_order_id });
  if (!instalment || instalment === 'test') return;
  const { buyer_id } = await getOrder(services.store.db, instalment.order_id);
  await verifyPayment(services, buyer_id, result);
}

/** What a token's payment has become. Throws 410 for a token that is old or not ours. */
async function readResult(
  services: Services,
  token: string,
  reader: User | null,
): Promise<PaymentResult> {
  const shown = readToken(services, token);
  const { db } = services.store;
  if (!shown) throw new ApiError(410, RESULT_EXPIRED);
  const payment = await findPayment(db, shown.paymentId);
  const instalment = payment?.instalment_id
    ? await getInstalment(db, payment.instalment_id)
    : await findInstalment(db, shown.orderId);
  if (!instalment) throw new ApiError(410, RESULT_EXPIRED);
  const order = await getOrder(db, instalment.order_id);
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  return {
    ...stateOf({ order, instalment }, payment, services.clock()),
    amount: toRupees(payment?.amount ?? amountToPay(instalment)),
    currency: payment?.currency ?? order.currency,
    title: item?.title ?? '',
    checkout: shown.byLink ? null : { id: order.checkout_id, isPartly: openOf(order) > 0 },
    orderId: reader?.id === order.buyer_id ? order.id : null,
  };
}

const MESSAGES: Record<PaymentProgress, string> = {
  paid: PAYMENT_SUCCESSFUL,
  waiting: STILL_CONFIRMING,
  returned: PAYMENT_OVERPAID,
  unpaid: VERIFICATION_FAILED,
};

function stateOf(
  target: { order: Order; instalment: Instalment },
  payment: Payment | undefined,
  now: Date,
) {
  const { order, instalment } = target;
  // One that was not captured before something else settled its part never will be.
  const isCovered = instalment.payment_id !== null || instalment.waived_at !== null;
  if (!payment && (isCovered || reasonNothingDue(order)))
    return { state: 'returned' as const, message: MESSAGES.returned };
  const isDeclined = order.status === 'Rejected' && !order.cancelled_at;
  // The signed form has shown that the attempt exists.
  const facts = { recorded: payment?.status ?? null, isDeclined, attempts: null, now };
  const state = paymentProgress(facts);
  if (payment?.status === 'settled')
    return { state, message: isDeclined ? PAID_DECLINED : MESSAGES[state] };
  const other =
    payment && otherAmountOf({ ...payment, orderId: payment.provider_order_id }, target);
  const message = other ? otherAmountMessage(amountsOf(other, payment, target)) : MESSAGES[state];
  return { state, message };
}

function readToken({ encryption, clock }: Services, token: string): Shown | null {
  const text = encryption.decrypt(Buffer.from(token, 'base64url'));
  const shown = text?.startsWith('{') ? (JSON.parse(text) as Partial<Shown>) : null;
  const isOurs = shown?.purpose === 'payment result' && String(shown.until) > iso(clock());
  return isOurs ? (shown as Shown) : null;
}
