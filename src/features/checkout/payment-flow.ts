import { atom } from 'nanostores';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { VERIFICATION_FAILED } from '../../../api/modules/payments/texts.ts';
import { ApiError, isUnauthorized } from '../../lib/api.ts';
import { pollUntil } from '../../lib/poll.ts';
import { errorAfterPayment, PAYMENT_CANCELLED, type PaymentError } from './checkout-messages.ts';
import { type DialogRequest, openPaymentDialog, type ProviderResult } from './razorpay.ts';

/**
 * What differs between paying a cart and paying a part of an order. `State` is what the server is asked for until it
 * shows the payment.
 */
export interface Payment<State> {
  /** The checkout or the order. */
  id: string;
  /** Asks the server for the instalment; null when it is not to be paid now. */
  open(): Promise<DialogRequest | null>;
  verify(result: ProviderResult): Promise<{ order: OrderDto | null; message: string }>;
  onVerified(order: OrderDto, message: string): void;
  fetchState(): Promise<State>;
  isPaid(state: State): boolean;
  /** The payment was reported by the bank or verified elsewhere. */
  onFoundPaid(state: State): void;
  /** Whether the buyer has left, or has begun again. */
  isOver(): boolean;
  showError(error: PaymentError): void;
  /** The bank has not decided yet. */
  showPending(message: string): void;
  onError(error: unknown): unknown;
}

/** The id of what is being paid. */
export const $paying = atom<string | null>(null);

/** Opens the instalment and the provider's dialog, and verifies what that returns. */
export const pay = <State>(payment: Payment<State>): Promise<void> =>
  attempt(payment, async () => {
    const request = await payment.open();
    if (!request) return;
    const dialog = openPaymentDialog(request);
    const end = await Promise.race([dialog.result, foundMeanwhile(payment, dialog.result)]);
    if (end && 'found' in end) {
      dialog.close();
      payment.onFoundPaid(end.found);
    } else await verify(payment, end);
  });

const LOOK_EVERY_MS = 10_000;

/**
 * The state once the server knows of the payment, while the dialog waits for a result that may never come: after
 * a switch to a UPI app, or in a browser that drops the provider's answer. Looks at once when the buyer is back.
 */
function foundMeanwhile<State>(
  payment: Payment<State>,
  result: Promise<unknown>,
): Promise<{ found: State }> {
  return new Promise((resolve) => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const found = await payment.fetchState().catch(() => null);
      if (found !== null && payment.isPaid(found)) resolve({ found });
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    const stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
    result.then(stop, stop);
  });
}

/**
 * For a result that does not come from the dialog's handler, as on a page that the provider sends the buyer to; null
 * when the buyer came back without one.
 */
export const receiveResult = <State>(
  payment: Payment<State>,
  result: ProviderResult | null,
): Promise<void> => attempt(payment, () => verify(payment, result));

/** Waits for a payment that is reported late, also after the page was loaded again. */
export async function waitForPayment<State>(payment: Payment<State>): Promise<void> {
  const state = await pollUntil(payment.fetchState, payment.isPaid, payment.isOver);
  if (state !== null) payment.onFoundPaid(state);
}

async function attempt(
  { id, onError }: Pick<Payment<unknown>, 'id' | 'onError'>,
  body: () => Promise<void>,
): Promise<void> {
  if ($paying.get()) return;
  $paying.set(id);
  try {
    await body();
  } catch (error) {
    // The session is rechecked on a 401, which redirects to the sign-in page.
    if (!isUnauthorized(error)) await onError(error);
  } finally {
    $paying.set(null);
  }
}

async function verify<State>(
  payment: Payment<State>,
  result: ProviderResult | null,
): Promise<void> {
  if (result) {
    try {
      const { order, message } = await payment.verify(result);
      if (order) return payment.onVerified(order, message);
      payment.showPending(message);
    } catch (error) {
      // These errors are rejections; any other error leaves open whether money was taken.
      if (error instanceof ApiError && [400, 401, 409].includes(error.status)) {
        if (error.hasMessage) throw error;
        throw new ApiError(error.status, VERIFICATION_FAILED);
      }
      payment.showError(errorAfterPayment(error));
    }
  } else payment.showError(PAYMENT_CANCELLED);
  void waitForPayment(payment);
}
