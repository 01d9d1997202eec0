import { createHmac, timingSafeEqual } from 'node:crypto';
import Razorpay from 'razorpay';
import type { RazorpayKeys } from '../../config.ts';
import type { Currency } from '../money/rules.ts';
import type { Log } from '../services.ts';
import { callProvider, configureSdk, ProviderError, validId } from './call.ts';
import { disputeCalls } from './disputes.ts';

export { ProviderError };

/** A payment as reported by the provider; amounts in the smallest unit of its currency. */
export interface ProviderPayment {
  id: string;
  /** Null for a payment without an order, such as one by a payment link. */
  order_id: string | null;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  amount: number;
  currency: string;
  /** What it takes a payment in another currency for, with which it calculates fee and settlement; absent for rupees. */
  base_amount?: number | null;
  base_currency?: string | null;
  method: string;
  /** The refunded amount; null if nothing was refunded. */
  amount_refunded: number | null;
  /** The provider's fee in paise, including its tax; null before the capture. */
  fee: number | null;
  tax: number | null;
  captured: boolean;
  /** When the attempt to pay began, in seconds. */
  created_at: number;
}

export interface ProviderRefund {
  id: string;
  payment_id: string;
  amount: number;
  /** The id of our refund if this app requested it. */
  receipt: string | null;
  status: 'pending' | 'processed' | 'failed';
}

/** A method, or a part of it, that fails at the banks. */
export interface ProviderDowntime {
  method: string;
  status: 'scheduled' | 'started' | 'updated' | 'resolved';
  severity: 'low' | 'medium' | 'high';
  /** What is down: `{ bank: 'SBIN' }`; the value `ALL` means all of the method. */
  instrument: Record<string, string>;
}

interface OrderRequest {
  amount: number;
  /** Rupees by default. */
  currency?: Currency;
  receipt: string;
  orderId: string;
}

interface RefundRequest {
  id: string;
  paymentId: string;
  amount: number;
  speed?: 'normal' | 'optimum';
}

const ORDER_ID = /^order_[A-Za-z0-9]{14}$/;
const PAYMENT_ID = /^pay_[A-Za-z0-9]{14}$/;

export const isOrderId = (id: string): boolean => ORDER_ID.test(id);
export const isPaymentId = (id: string): boolean => PAYMENT_ID.test(id);

/**
 * The client of the payment provider: the Razorpay SDK with a configurable host, a timeout and usable errors.
 */
export function createProvider(keys: RazorpayKeys, log?: Log, timeoutMs?: number) {
  const sdk = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret });
  const client = configureSdk(sdk, keys.apiUrl, { log, timeoutMs });
  return {
    keyId: keys.keyId,
    /** Whether no real money moves: the keys are those of test mode or of the sandbox. */
    isTest: !keys.keyId.startsWith('rzp_live_'),
    apiUrl: keys.apiUrl,
    /** The address of the provider's checkout script. */
    checkoutUrl: keys.checkoutUrl,
    async createOrder({ amount, currency = 'INR', receipt, orderId }: OrderRequest) {
      const made = await callProvider(() =>
        sdk.orders.create({ amount, currency, receipt, notes: { order: orderId } }),
      );
      return made.id;
    },
    /** Finds the provider's order with this receipt, in case the response to its creation was lost. */
    async findOrder(receipt: string) {
      const found = await callProvider(() => sdk.orders.all({ receipt, count: 1 }));
      return found.items[0]?.id ?? null;
    },
    /** The receipt of a provider's order, which is our instalment's id. */
    async receiptOf(id: string) {
      const order = await callProvider(() => sdk.orders.fetch(validId(id, ORDER_ID)));
      return order.receipt ?? null;
    },
    fetchPayment: (id: string) =>
      callProvider(() => sdk.payments.fetch(validId(id, PAYMENT_ID))).then((response) =>
        requireSamePayment(id, response),
      ),
    async paymentsOf(id: string) {
      const { items } = await callProvider(() => sdk.orders.fetchPayments(validId(id, ORDER_ID)));
      return items.map(read).filter((each) => each.order_id === id);
    },
    /** Lists payments by creation time (unix seconds, inclusive), newest first; at most 100. */
    async listPayments(page: { from: number; to: number; count: number; skip: number }) {
      const { items } = await callProvider(() => sdk.payments.all(page));
      return items.map(read);
    },
    /** Lists refunds of all payments, with the same parameters as `listPayments`. */
    async listRefunds(page: { from: number; to: number; count: number; skip: number }) {
      const { items } = await callProvider(() => sdk.refunds.all(page));
      return items.map(readRefund);
    },
    /** Lists what is down now. */
    async listDowntimes() {
      const { items } = await callProvider(() => sdk.payments.fetchPaymentDowntime());
      return items.map((each) => each as unknown as ProviderDowntime);
    },
    capture: ({ id, amount, currency }: ProviderPayment) =>
      callProvider(() => sdk.payments.capture(validId(id, PAYMENT_ID), amount, currency)).then(
        (response) => requireSamePayment(id, response),
      ),
    /**
     * Requests a refund. Idempotent by `id`. Sent without the SDK's method, which cannot set the idempotency
     * header.
     */
    refund: ({ id, paymentId, amount, speed = 'normal' }: RefundRequest) =>
      callProvider(() =>
        client.post(
          `/v1/payments/${validId(paymentId, PAYMENT_ID)}/refund`,
          { amount, speed, receipt: id },
          { headers: { 'X-Refund-Idempotency': id } },
        ),
      ).then(({ data }) => readRefund(data as object)),
    async refundsOf(id: string) {
      const { items } = await callProvider(() =>
        sdk.payments.fetchMultipleRefund(validId(id, PAYMENT_ID), { count: 100 }),
      );
      return items.map(readRefund);
    },
    ...disputeCalls(sdk, client),
    /** A cheap request that needs valid keys. */
    ping: async () => void (await callProvider(() => sdk.orders.all({ count: 1 }))),
    ...createSignatures(keys),
  };
}

export type Provider = ReturnType<typeof createProvider>;

const ENDED: Record<string, ProviderRefund['status']> = {
  processed: 'processed',
  failed: 'failed',
  reversed: 'failed',
};

/** A refund as we know it. In any other state, such as `created`, it is on its way. */
export function readRefund(refund: object): ProviderRefund {
  const reported = refund as Omit<ProviderRefund, 'status'> & { status: string };
  return { ...reported, status: ENDED[reported.status] ?? 'pending' };
}

const read = (payment: object): ProviderPayment => payment as ProviderPayment;

/** Rejects a response about a different payment than the requested one. */
function requireSamePayment(id: string, response: object): ProviderPayment {
  const payment = read(response);
  if (payment.id !== id) throw new ProviderError(0, 'an answer about another payment');
  return payment;
}

interface CheckoutResult {
  orderId: string;
  paymentId: string;
  signature: string;
}

/** What the provider signs: the result of a checkout, and the body of each webhook. */
const createSignatures = ({ keySecret, webhookSecrets }: RazorpayKeys) => ({
  /** Verifies a checkout signature. It covers order and payment only, not amount or buyer. */
  isSigned: ({ orderId, paymentId, signature }: CheckoutResult) =>
    matches(keySecret, `${orderId}|${paymentId}`, signature),
  /** Signs a webhook body as the provider does. */
  signEvent: (body: string) => hmac(webhookSecrets[0] ?? '', body).toString('hex'),
  /** Verifies the signature of a webhook body. While a secret is replaced, the old and the new one are accepted. */
  isSignedEvent: (body: string, signature: string) =>
    webhookSecrets.some((secret) => matches(secret, body, signature)),
});

const hmac = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

const matches = (secret: string, text: string, signature: string): boolean =>
  /^[0-9a-f]{64}$/.test(signature) &&
  timingSafeEqual(hmac(secret, text), Buffer.from(signature, 'hex'));
