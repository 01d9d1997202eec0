import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import {
  ORDER_ID_NEEDED,
  PAYMENT_SUCCESSFUL,
  PROVIDER_LOADING,
  PROVIDER_NOT_LOADED,
} from '../../../api/modules/payments/texts.ts';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { $cart, clearCart } from '../checkout/cart.ts';
import { paymentError, toastError } from '../checkout/checkout-messages.ts';
import { $paying, type Payment, pay } from '../checkout/payment-flow.ts';
import { followPayments } from '../checkout/payments-under-way.ts';
import { isProviderLoaded, loadProvider } from '../checkout/razorpay.ts';
import { deductionOf } from '../checkout/tax-deduction.ts';
import { fetchOrder, refreshOrder, updateShownOrder } from './orders-store.ts';

const PAUSE_MS = 2_000;
/** How long a message about a payment that is not decided is shown. */
const LONG_MS = 10_000;

/** Pays the next instalment of an order: the first one, again after it failed, or the remainder; then opens `next`. */
export async function payInstalment(order: OrderDto, next?: string): Promise<void> {
  if (!order._id) return void toast('error', ORDER_ID_NEEDED);
  await pay(orderPayment(order, next));
}

export function orderPayment(order: OrderDto, next = '/profile'): Payment<BuyerOrderDto> {
  const { _id: orderId, paymentInfo } = order;
  const isRemainder = paymentInfo.paymentStatus === 'Partially Paid';
  const { payRemainingAmount, payAgain, verifyRemainingPayment, verify } = api.gig.order;
  return {
    id: orderId,
    async open() {
      if (!isProviderLoaded()) void toast('info', PROVIDER_LOADING, { id: PROVIDER_LOADING });
      await loadProvider().catch(() => {
        throw new Error(PROVIDER_NOT_LOADED);
      });
      const [instalment, { contact }] = await Promise.all([
        readJson(
          (isRemainder ? payRemainingAmount : payAgain).$post({
            json: { orderId, deduction: deductionOf(orderId) },
          }),
        ),
        fetchOrder(orderId),
      ]);
      const prefill = { name: contact.name, email: contact.email, contact: contact.phone };
      return { instalment, title: order.OrderItems[0]?.title ?? '', prefill };
    },
    verify: (result) =>
      isRemainder
        ? readJson(verifyRemainingPayment.$post({ json: { orderId, ...result } }))
        : readJson(verify.$post({ json: result })),
    onVerified(paid, message) {
      if ($cart.get()?.orderId === orderId) clearCart();
      void toast('success', message);
      void refreshOrder(paid._id);
      if (next !== location.pathname) setTimeout(() => location.assign(next), PAUSE_MS);
    },
    fetchState: () => fetchOrder(orderId),
    isPaid: (now) => now.paymentInfo.paidAmount > paymentInfo.paidAmount,
    onFoundPaid(updated) {
      updateShownOrder(updated);
      void toast('success', PAYMENT_SUCCESSFUL);
    },
    isOver: () => $paying.get() === orderId,
    showError: toastError,
    showPending: (message) => void toast('info', message, { duration: LONG_MS }),
    async onError(error) {
      toastError(paymentError(error));
      // It may have been refused because of a payment that this page does not show.
      await Promise.all([followPayments(true), refreshOrder(orderId)]);
    },
  };
}
