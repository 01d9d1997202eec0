import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RazorpayKeys } from '../../config.ts';

interface CheckoutResult {
  orderId: string;
  paymentId: string;
  signature: string;
}

/** What the provider signs: the result of a checkout, and the body of each webhook. */
export const createSignatures = ({ keySecret, webhookSecrets }: RazorpayKeys) => ({
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
