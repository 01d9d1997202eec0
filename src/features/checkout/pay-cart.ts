import { atom, computed } from 'nanostores';
import type { Dates } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import {
  CANCELLATION_TERMS,
  TERMS_CHANGED,
} from '../../../api/modules/orders/cancellation/rules.ts';
import { CLOCK_CHANGED } from '../../../api/modules/orders/clock/texts.ts';
import { CODE_USED } from '../../../api/modules/orders/discounts/rules.ts';
import type { CheckoutDto } from '../../../api/modules/orders/dto.ts';
import type { PlanDates } from '../../../api/modules/orders/order-dates.ts';
import type { PaymentStatus, PaymentType } from '../../../api/modules/orders/rules.ts';
import {
  HAND_OVER_CHANGED,
  haveDatesChanged,
  INDIA_PAYS_RUPEES,
  NOW_RUPEES,
  ORDER_CANCELLED,
  OTHER_CART,
  PRICE_CHANGED,
} from '../../../api/modules/orders/texts.ts';
import {
  DEDUCTION_CHANGED,
  FIRST_MILESTONE_PAID,
  NOTHING_LEFT,
  OTHER_WAY_PAID,
  OTHER_WAY_UNDER_WAY,
  PAID_MEANWHILE,
  PAYMENT_SUCCESSFUL,
  PAYMENT_UNDER_WAY,
  PROVIDER_LOADING,
  PROVIDER_NOT_LOADED,
  saysOtherAmount,
} from '../../../api/modules/payments/texts.ts';
import { ApiError, api, messageOf, readJson } from '../../lib/api.ts';
import { type FieldErrors, fieldErrorsOf } from '../../lib/form-errors.ts';
import {
  $cart,
  $paymentType,
  type Cart,
  cartTotal,
  clearCart,
  currencyOf,
  newCheckout,
  rememberOrder,
} from './cart.ts';
import { $notice, paymentError, setNotice, showError } from './checkout-messages.ts';
import { $paying, type Payment, pay, waitForPayment } from './payment-flow.ts';
import { $underWay, followPayments } from './payments-under-way.ts';
import { isProviderLoaded, loadProvider } from './razorpay.ts';
import { refreshPrices } from './refresh-cart-prices.ts';
import {
  $address,
  ADDRESS_FIELDS,
  addressToSend,
  COMPANY_FIELDS,
  mayDeduct,
  missingFields,
} from './stored-address.ts';
import { $deduction, deductionOf } from './tax-deduction.ts';

/** Set after a payment, while the redirect is pending. */
export const $isLeaving = atom(false);
export const $fieldErrors = atom<FieldErrors>({});
/** The state of the checkout on the server, once known. */
export const $checkout = atom<CheckoutDto | null>(null);

/** The dates of each package of a gig, and why one has none. */
const $planDates = atom<{ gigId: string; plans: PlanDates[]; noDates?: string } | null>(null);

/**
 * What the buyer sees: the next dates, those of a checkout that was placed, or why there are none; null where the days are
 * counted from the payment, undefined until it is known.
 */
export const $dates = computed(
  [$planDates, $checkout, $cart],
  (found, checkout, cart): Dates | { noDates: string } | null | undefined => {
    if (!cart) return null;
    if (cart.orderId) return checkout?.dates ?? null;
    if (found?.gigId === cart.gigId) {
      const { planType } = cart.selectedPlan;
      const dates = found.plans.find((plan) => plan.planType === planType);
      return dates ?? (found.noDates ? { noDates: found.noDates } : null);
    }
    if (!checkout) return undefined;
    return checkout.dates ?? (checkout.orderId || !checkout.hasCalendar ? null : undefined);
  },
);

/** Whether the dates could not be loaded. */
export const $areDatesMissing = atom(false);

async function refreshDates({ gigId }: Cart): Promise<void> {
  const { plans, noDates } = await readJson(
    api.gig.availability[':gigId'].$get({ param: { gigId } }),
  );
  $planDates.set({ gigId, plans, ...(noDates ? { noDates } : {}) });
}

const PAUSE_MS = 2_000;

/** Loads the provider's script ahead of the first click. */
export function prepareProvider(): void {
  loadProvider().catch(() => showError({ text: PROVIDER_NOT_LOADED }));
}

/** Another payment type is a new checkout, because its instalments differ. */
export function choosePaymentType(type: PaymentType): void {
  if (type !== $paymentType.get()) newCheckout({ paymentType: type });
}

/**
 * Asks what the code of the cart is worth, which was typed or came with a link. It stays until it is answered; why it is
 * worth nothing stands beside its field. Returns whether it was used.
 */
export async function tryCode(): Promise<boolean> {
  const cart = $cart.get();
  if (!cart?.code || cart.orderId) return false;
  const { code, gigId } = cart;
  const answered = (discount = cart.discount) => {
    const now = $cart.get();
    if (now?.gigId === gigId && now.code === code) newCheckout({ code: undefined, discount });
  };
  try {
    const json = { code, gigId, currency: currencyOf(cart) };
    answered((await readJson(api.gig.order.discount.$post({ json }))).discount);
    return true;
  } catch (error) {
    if (error instanceof ApiError && [400, 409, 429].includes(error.status)) answered();
    $fieldErrors.set({ ...$fieldErrors.get(), code: messageOf(error) });
    return false;
  }
}

/** Fetches the checkout, which may have been paid in another tab or after the dialog closed. */
export async function refreshCheckout(): Promise<void> {
  const cart = $cart.get();
  $isLeaving.set(false);
  if (!cart) return;
  const found = await fetchCheckout(cart.checkoutId).catch(() => null);
  if ($cart.get()?.checkoutId !== cart.checkoutId) return refreshCheckout();
  if (found) applyCheckout(found);
  // Also without a calendar: the gig may be paused.
  if (found && !found.orderId) await refreshDates(cart).catch(() => {});
  $areDatesMissing.set($dates.get() === undefined);
  if (!found) return;
  // A payment from before the last page load may still be in progress.
  if (!found.orderId || $isLeaving.get()) return;
  void followPayments();
  void waitForPayment(cartPayment(cart));
}

// Decided long after the page was opened.
$underWay.listen((payments) => {
  const orderId = $checkout.get()?.orderId;
  const paid = payments.filter(({ state }) => state === 'paid');
  if (paid.some((each) => each.orderId === orderId)) void refreshCheckout();
  else if (paid.some(({ gigId }) => gigId === $cart.get()?.gigId))
    setNotice('good', OTHER_WAY_PAID);
});

const fetchCheckout = (checkoutId: string): Promise<CheckoutDto> =>
  readJson(api.gig.order.checkout[':checkoutId'].$get({ param: { checkoutId } }));

/** Places the cart and pays its next instalment. */
export async function payCart(): Promise<void> {
  const cart = $cart.get();
  if (!cart || $paying.get() || $isLeaving.get()) return;
  if (cart.code && !cart.orderId) {
    // Nobody pays before the price is shown.
    if (await tryCode()) setNotice('good', CODE_USED);
    return;
  }
  if ($dates.get() === undefined) {
    await refreshCheckout();
    // Nobody pays before a date is shown.
    if ($dates.get() !== null || $isLeaving.get()) return;
  }
  const fieldErrors = cart.orderId ? {} : missingFields($address.get());
  $fieldErrors.set(fieldErrors);
  $notice.set(null);
  if (Object.keys(fieldErrors).length > 0) return;
  if (!isProviderLoaded()) {
    prepareProvider();
    return showError({ text: PROVIDER_LOADING });
  }
  await pay(cartPayment(cart));
}

export function cartPayment(cart: Cart): Payment<CheckoutDto> {
  const { orderId } = cart;
  // Placing may start a new checkout.
  let { checkoutId } = cart;
  return {
    id: checkoutId,
    async open() {
      const instalment = orderId
        ? await readJson(
            api.gig.order.payRemainingAmount.$post({
              json: { orderId, deduction: deductionOf(orderId) },
            }),
          )
        : await placeOrRenew(cart);
      checkoutId = $cart.get()?.checkoutId ?? checkoutId;
      // The first instalment was paid in another tab: the second is not charged without being shown first.
      if (instalment.part === 2 && !orderId) {
        await refreshCheckout();
        return null;
      }
      const { firstName, lastName, email, phoneNo } = $address.get();
      const prefill = { name: `${firstName} ${lastName}`, email, contact: phoneNo };
      return { instalment, title: cart.title, prefill };
    },
    verify: (result) =>
      orderId
        ? readJson(api.gig.order.verifyRemainingPayment.$post({ json: { orderId, ...result } }))
        : readJson(api.gig.order.verify.$post({ json: result })),
    onVerified: (order, message) => paid(order._id, order.paymentInfo.paymentStatus, message),
    fetchState: () => fetchCheckout(checkoutId),
    isPaid: ({ status }) => status === 'Paid' || (status === 'Partially Paid' && !orderId),
    onFoundPaid: applyCheckout,
    isOver: () => $cart.get()?.checkoutId !== checkoutId || $isLeaving.get(),
    showError,
    showPending: (message) => setNotice('plain', message),
    onError: fail,
  };
}

/** Starts a new checkout when this one belongs to another cart, or was closed unpaid, unless it is already paid. */
async function placeOrRenew(cart: Cart) {
  try {
    return await place(cart);
  } catch (error) {
    const isOver =
      error instanceof ApiError && [OTHER_CART, ORDER_CANCELLED].includes(error.message);
    if (!isOver) throw error;
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
        addressInfo: addressToSend(),
        paymentType: $paymentType.get(),
        totalAmount: cartTotal(cart),
        deduction: (mayDeduct($address.get()) && deductionOf(checkoutId)) || undefined,
        currency: currencyOf(cart),
        discount: cart.discount?._id,
        startsOn: shownDates($dates.get())?.startsOn,
        opensWhenPaid: selectedPlan.opensWhenPaid ?? false,
        clock: $checkout.get() ? !!$checkout.get()?.hasClock : undefined,
        cancellationVersion: ($checkout.get()?.cancellation ?? CANCELLATION_TERMS).version,
      },
    }),
  );
}

/** The dates of what is shown, if there are any. */
export const shownDates = (dates: ReturnType<typeof $dates.get>): Dates | null =>
  dates && 'startsOn' in dates ? dates : null;

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
  setNotice('good', isFirstInstalment ? FIRST_MILESTONE_PAID : message);
  $isLeaving.set(true);
  setTimeout(() => {
    if (!isFirstInstalment) clearCart();
    location.assign(`/order-success?order=${orderId}`);
  }, PAUSE_MS);
}

async function fail(error: unknown): Promise<void> {
  if (error instanceof ApiError) {
    if ([TERMS_CHANGED, CLOCK_CHANGED].includes(error.message)) await refreshCheckout();
    if (error.message === DEDUCTION_CHANGED) $deduction.set(null);
    const cart = $cart.get();
    if (cart && haveDatesChanged(error.message)) await refreshDates(cart).catch(() => {});
    if ([PRICE_CHANGED, HAND_OVER_CHANGED].includes(error.message))
      await refreshPrices().catch(() => {});
    if ([NOTHING_LEFT, PAID_MEANWHILE].includes(error.message)) return refreshCheckout();
    if ([PAYMENT_UNDER_WAY, OTHER_WAY_UNDER_WAY].includes(error.message)) {
      await followPayments(true);
      return refreshCheckout();
    }
    if (error.message === INDIA_PAYS_RUPEES) {
      await refreshPrices('INR').catch(() => {});
      return showError({ text: NOW_RUPEES });
    }
    // The provider's order is used up by the payment that goes back.
    if (saysOtherAmount(error.message)) newCheckout();
    const found = fieldErrorsOf(error);
    // Somebody else had the last use, or the code ended meanwhile.
    if (found['code']) newCheckout({ discount: undefined });
    if ([...ADDRESS_FIELDS, ...COMPANY_FIELDS].some(({ name }) => found[name]))
      return $fieldErrors.set(found);
  }
  showError(paymentError(error));
}
