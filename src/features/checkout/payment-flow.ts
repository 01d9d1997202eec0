import { atom } from 'nanostores';
import { CANCELLATION_TERMS } from '../../../api/modules/orders/cancellation/rules.ts';
import { TERMS_CHANGED } from '../../../api/modules/orders/cancellation/texts.ts';
import type { CheckoutDto } from '../../../api/modules/orders/dto.ts';
import type { PaymentStatus, PaymentType } from '../../../api/modules/orders/rules.ts';
import { FILL_ALL, OTHER_CART, PRICE_CHANGED } from '../../../api/modules/orders/texts.ts';
import type { OpenedInstalment } from '../../../api/modules/payments/start-instalment-checkout.ts';
import {
  FIRST_MILESTONE_PAID,
  NOTHING_LEFT,
  PAYMENT_FAILED,
  PAYMENT_SUCCESSFUL,
  PROVIDER_LOADING,
  PROVIDER_NOT_LOADED,
} from '../../../api/modules/payments/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, isUnauthorized, readJson } from '../../lib/api.ts';
import type { FieldErrors } from '../../lib/form-errors.ts';
import { pollUntil } from '../../lib/poll.ts';
import {
  $cart,
  $paymentType,
  type Cart,
  cartTotal,
  clearCart,
  newCheckout,
  rememberOrder,
} from './cart.ts';
import {
  $notice,
  errorAfterPayment,
  errorText,
  PAYMENT_CANCELLED,
  setNotice,
  showError,
  withNextStep,
} from './checkout-messages.ts';
import {
  isProviderLoaded,
  loadProvider,
  openPaymentDialog,
  type ProviderResult,
} from './razorpay.ts';
import { refreshPrices } from './refresh-cart-prices.ts';
import { $address, missingFields } from './stored-address.ts';

export const $busy = atom(false);
/** Set after a payment, while the redirect is pending. */
export const $isLeaving = atom(false);
export const $fieldErrors = atom<FieldErrors>({});
/** The state of the checkout on the server, once known. */
export const $checkout = atom<CheckoutDto | null>(null);

const PAUSE_MS = 2_000;

/** Loads the provider's script ahead of the first click. */
export function prepareProvider(): void {
  loadProvider().catch(() => void toast('error', PROVIDER_NOT_LOADED));
}

/** Another payment type is a new checkout, because its instalments differ. */
export function choosePaymentType(type: PaymentType): void {
  if (type !== $paymentType.get()) newCheckout({ paymentType: type });
}

/** Fetches the checkout, which may have been paid in another tab or after the dialog closed. */
export async function refreshCheckout(): Promise<void> {
  const cart = $cart.get();
  $isLeaving.set(false);
  if (!cart) return;
  const found = await fetchCheckout(cart.checkoutId).catch(() => null);
  if ($cart.get()?.checkoutId !== cart.checkoutId) return;
  if (!found) return;
  applyCheckout(found);
  // A payment from before the last page load may still be in progress.
  if (found.orderId && !$isLeaving.get()) void pollCheckout(cart);
}

const fetchCheckout = (checkoutId: string): Promise<CheckoutDto> =>
  readJson(api.gig.order.checkout[':checkoutId'].$get({ param: { checkoutId } }));

/** Places the cart and pays its next instalment. The busy flag is always released. */
export async function payCart(): Promise<void> {
  const cart = $cart.get();
  if (!cart || $busy.get() || $isLeaving.get()) return;
  const fieldErrors = cart.orderId ? {} : missingFields($address.get());
  $fieldErrors.set(fieldErrors);
  $notice.set(null);
  if (Object.keys(fieldErrors).length > 0) return void toast('error', FILL_ALL);
  if (!isProviderLoaded()) {
    prepareProvider();
    return showError({ text: PROVIDER_LOADING });
  }
  $busy.set(true);
  try {
    const instalment = cart.orderId ? await openRemainder(cart.orderId) : await placeOrRenew(cart);
    // The first instalment was paid in another tab: the second is not charged without being shown first.
    if (instalment.part === 2 && !cart.orderId) await refreshCheckout();
    else await pay($cart.get() ?? cart, instalment);
  } catch (error) {
    await fail(error);
  } finally {
    $busy.set(false);
  }
}

const openRemainder = (orderId: string) =>
  readJson(api.gig.order.payRemainingAmount.$post({ json: { orderId } }));

async function pay(cart: Cart, instalment: OpenedInstalment): Promise<void> {
  const { firstName, lastName, email, phoneNo } = $address.get();
  const result = await openPaymentDialog(instalment, {
    title: cart.title,
    prefill: { name: `${firstName} ${lastName}`, email, contact: phoneNo },
  });
  if (!result) {
    showError(PAYMENT_CANCELLED);
    void pollCheckout(cart);
    return;
  }
  await confirm(cart, result);
}

/** Starts a new checkout when this one belongs to another cart, unless it is already paid. */
async function placeOrRenew(cart: Cart) {
  try {
    return await place(cart);
  } catch (error) {
    if (!(error instanceof ApiError) || error.message !== OTHER_CART) throw error;
    const { status } = await fetchCheckout(cart.checkoutId);
    if (status === 'Paid' || status === 'Partially Paid') throw error;
    newCheckout();
    return place($cart.get() ?? cart);
  }
}

function place(cart: Cart) {
  const { selectedPlan, extraFeatures, gigId, checkoutId } = cart;
  return readJson(
    api.gig.order.place.$post({
      json: {
        checkoutId,
        orderItems: [
          {
            gigId,
            selectedPlan: { planType: selectedPlan.planType },
            extraFeatures: extraFeatures.map(({ id, quantity }) => ({ id, quantity })),
          },
        ],
        addressInfo: $address.get(),
        paymentType: $paymentType.get(),
        totalAmount: cartTotal(cart),
        cancellationVersion: ($checkout.get()?.cancellation ?? CANCELLATION_TERMS).version,
      },
    }),
  );
}

async function confirm(cart: Cart, result: ProviderResult): Promise<void> {
  try {
    const { order, message } = await verify(cart, result);
    if (order) return paid(order._id, order.paymentInfo.paymentStatus, message);
    setNotice('plain', message);
  } catch (error) {
    // These errors are rejections; any other error leaves open whether money was taken.
    if (error instanceof ApiError && [400, 401, 409].includes(error.status)) throw error;
    showError(errorAfterPayment(error));
  }
  void pollCheckout(cart);
}

const verify = ({ orderId }: Cart, result: ProviderResult) =>
  orderId
    ? readJson(api.gig.order.verifyRemainingPayment.$post({ json: { orderId, ...result } }))
    : readJson(api.gig.order.verify.$post({ json: result }));

/** Polls for a payment that is reported late. */
async function pollCheckout(cart: Cart): Promise<void> {
  const isCurrent = () => $cart.get()?.checkoutId === cart.checkoutId;
  const settled = cart.orderId ? ['Paid'] : ['Paid', 'Partially Paid'];
  const found = await pollUntil(
    () => fetchCheckout(cart.checkoutId),
    ({ status }) => settled.includes(status),
    () => !isCurrent() || $isLeaving.get(),
  );
  if (found && isCurrent()) applyCheckout(found);
}

function applyCheckout(found: CheckoutDto): void {
  const { status, orderId } = found;
  $checkout.set(found);
  const isNewPayment = status === 'Paid' || (status === 'Partially Paid' && !$cart.get()?.orderId);
  if (orderId && isNewPayment) paid(orderId, status);
}

/** Redirects to the paid order. After the first of two instalments the cart stays, to pay the second. */
function paid(orderId: string, status: PaymentStatus, message: string = PAYMENT_SUCCESSFUL): void {
  if ($isLeaving.get()) return;
  const isFirstInstalment = status === 'Partially Paid';
  if (isFirstInstalment) rememberOrder(orderId);
  void toast('success', message);
  setNotice('good', isFirstInstalment ? FIRST_MILESTONE_PAID : message);
  $isLeaving.set(true);
  setTimeout(() => {
    if (!isFirstInstalment) clearCart();
    location.assign(`/order-success?order=${orderId}`);
  }, PAUSE_MS);
}

async function fail(error: unknown): Promise<void> {
  // The session is rechecked on a 401, which redirects to the sign-in page.
  if (isUnauthorized(error)) return;
  if (error instanceof ApiError) {
    if (error.message === TERMS_CHANGED) await refreshCheckout();
    if (error.message === PRICE_CHANGED) await refreshPrices().catch(() => {});
    if (error.message === NOTHING_LEFT) return refreshCheckout();
    if (error.field) {
      $fieldErrors.set({ [error.field.split('.').at(-1) ?? '']: error.message });
      return void toast('error', error.message);
    }
  }
  showError(withNextStep(errorText(error, PAYMENT_FAILED)));
}
