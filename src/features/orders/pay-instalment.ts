import { atom } from 'nanostores';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import type { OpenedInstalment } from '../../../api/modules/payments/start-instalment-checkout.ts';
import {
  ORDER_ID_NEEDED,
  PAYMENT_FAILED,
  PAYMENT_SUCCESSFUL,
  PROVIDER_NOT_LOADED,
} from '../../../api/modules/payments/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, isUnauthorized, readJson } from '../../lib/api.ts';
import { pollUntil } from '../../lib/poll.ts';
import { $cart, clearCart } from '../checkout/cart.ts';
import {
  errorAfterPayment,
  errorText,
  PAYMENT_CANCELLED,
  toastError,
  withNextStep,
} from '../checkout/checkout-messages.ts';
import { loadProvider, openPaymentDialog, type ProviderResult } from '../checkout/razorpay.ts';
import { fetchOrder, refreshOrder, updateShownOrder } from './orders-store.ts';

/** The id of the order that is being paid. */
export const $paying = atom<string | null>(null);

const PAUSE_MS = 2_000;
/** How long messages about money that may have been taken are shown. */
const LONG_MS = 10_000;

/** Pays the remainder of an order, then redirects to the profile. */
export const payRemaining = (order: OrderDto): Promise<void> =>
  pay(order, {
    open: () => readJson(api.gig.order.payRemainingAmount.$post({ json: { orderId: order._id } })),
    verify: (result) =>
      readJson(
        api.gig.order.verifyRemainingPayment.$post({ json: { orderId: order._id, ...result } }),
      ),
  });

/** Retries a failed first payment of the same order. */
export const payAgain = (order: OrderDto): Promise<void> =>
  pay(order, {
    open: () => readJson(api.gig.order.payAgain.$post({ json: { orderId: order._id } })),
    verify: (result) => readJson(api.gig.order.verify.$post({ json: result })),
  });

/** Pays the first part of an accepted quote, then shows what happens next. */
export const payFirst = (order: OrderDto): Promise<void> =>
  pay(order, {
    open: () => readJson(api.gig.order.payAgain.$post({ json: { orderId: order._id } })),
    verify: (result) => readJson(api.gig.order.verify.$post({ json: result })),
    next: `/order-success?order=${order._id}`,
  });

interface PaymentFlow {
  open(): Promise<OpenedInstalment>;
  verify(result: ProviderResult): Promise<{ order: OrderDto | null; message: string }>;
  /** The page to which the buyer is redirected afterwards. */
  next?: string;
}

async function pay(order: OrderDto, flow: PaymentFlow): Promise<void> {
  if (!order._id) return void toast('error', ORDER_ID_NEEDED);
  if ($paying.get()) return;
  $paying.set(order._id);
  try {
    await loadProvider().catch(() => {
      throw new Error(PROVIDER_NOT_LOADED);
    });
    const [instalment, { contact }] = await Promise.all([flow.open(), fetchOrder(order._id)]);
    const result = await openPaymentDialog(instalment, {
      title: order.OrderItems[0]?.title ?? '',
      prefill: { name: contact.name, email: contact.email, contact: contact.phone },
    });
    if (result) await confirm(order, result, flow);
    else {
      toastError(PAYMENT_CANCELLED);
      void pollOrder(order);
    }
  } catch (error) {
    // The session is rechecked on a 401, which redirects to the sign-in page.
    if (isUnauthorized(error)) return;
    toastError(withNextStep(errorText(error, PAYMENT_FAILED)));
  } finally {
    $paying.set(null);
  }
}

async function confirm(order: OrderDto, result: ProviderResult, flow: PaymentFlow): Promise<void> {
  try {
    const answer = await flow.verify(result);
    if (answer.order) return paid(order, answer.message, flow.next);
    void toast('info', answer.message, { duration: LONG_MS });
  } catch (error) {
    if (error instanceof ApiError && [400, 401, 409].includes(error.status)) throw error;
    toastError(errorAfterPayment(error));
  }
  void pollOrder(order);
}

/** Polls for a payment that is reported late. */
async function pollOrder(order: OrderDto): Promise<void> {
  const updated = await pollUntil(
    () => fetchOrder(order._id),
    (now) => now.paymentInfo.paidAmount > order.paymentInfo.paidAmount,
    () => $paying.get() === order._id,
  );
  if (!updated) return;
  updateShownOrder(updated);
  void toast('success', PAYMENT_SUCCESSFUL);
}

function paid(order: OrderDto, message: string, next = '/profile'): void {
  const cart = $cart.get();
  if (cart?.orderId === order._id) clearCart();
  void toast('success', message);
  void refreshOrder(order._id);
  setTimeout(() => location.assign(next), PAUSE_MS);
}
