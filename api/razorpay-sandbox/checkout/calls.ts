export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

export interface CheckoutError {
  code: string;
  description: string;
  field?: string;
  source: string | null;
  step: string | null;
  reason: string | null;
  metadata: { order_id?: string; payment_id?: string };
}

export class PaymentRefused extends Error {
  readonly error: CheckoutError;

  constructor(error: CheckoutError) {
    super(error.description);
    this.error = error;
  }
}

const UNREACHABLE: CheckoutError = {
  code: 'SERVER_ERROR',
  description: 'The payment service did not answer. Look at your order before you pay again.',
  source: 'internal',
  step: null,
  reason: 'server_error',
  metadata: {},
};

export type Call = <T>(path: string, body?: Record<string, unknown>) => Promise<T>;

/** Creates the API calls of the dialog, which use the public key and the order id. */
export function createCaller(base: string, keyId: string, orderId: string): Call {
  return async <T>(path: string, body: Record<string, unknown> = {}): Promise<T> => {
    const answer = await fetch(`${base}/checkout/${path}`, {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key_id: keyId, order_id: orderId, ...body }),
    }).catch(() => null);
    const data = (await answer?.json().catch(() => null)) as (T & { error?: CheckoutError }) | null;
    if (answer?.ok && data) return data;
    throw new PaymentRefused(data?.error ?? UNREACHABLE);
  };
}
