import { atom } from 'nanostores';
import type { CheckoutDto } from '../../../api/modules/orders/dto.ts';
import {
  FILL_ALL,
  OTHER_CART,
  type PaymentStatus,
  type PaymentType,
  PRICE_CHANGED,
} from '../../../api/modules/orders/rules.ts';
import {
  CANCELLED,
  CLOSED_TOO_SOON,
  FIRST_MILESTONE_PAID,
  GATEWAY_LOADING,
  GATEWAY_NOT_LOADED,
  NOTHING_LEFT,
  PAYMENT_FAILED,
  PAYMENT_SUCCESSFUL,
} from '../../../api/modules/payments/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, isUnauthorized, read } from '../../lib/api.ts';
import type { FieldErrors } from '../../lib/form.ts';
import { pollUntil } from '../../lib/poll.ts';
import { $address, missingFields } from './address.ts';
import {
  $draft,
  $paymentType,
  type Draft,
  draftTotal,
  dropDraft,
  newCheckout,
  rememberOrder,
} from './draft.ts';
import { refreshPrices } from './draft-prices.ts';
import { $notice, errorText, say, showError, withNextStep, wordsAfterPaying } from './messages.ts';
import {
  type Due,
  isProviderLoaded,
  loadProvider,
  openPaymentDialog,
  type ProviderResult,
} from './razorpay.ts';

export const $busy = atom(false);
/** Paid: the page is about to be left. */
export const $leaving = atom(false);
export const $mistakes = atom<FieldErrors>({});
/** Where the checkout stands, once the server has said so. */
export const $checkout = atom<CheckoutDto | null>(null);

const PAUSE_MS = 2_000;

/** Loads the provider's script ahead of the first click. */
export function prepareProvider(): void {
  loadProvider().catch(() => void toast('error', GATEWAY_NOT_LOADED));
}

/** Choosing another way to pay is another checkout: its dues differ. */
export function choosePaymentType(type: PaymentType): void {
  if (type !== $paymentType.get()) newCheckout({ paymentType: type });
}

/** What became of this checkout while nobody looked: paid in another tab, or after the dialog closed. */
export async function lookUpCheckout(): Promise<void> {
  const draft = $draft.get();
  $leaving.set(false);
  if (!draft) return;
  const found = await askAbout(draft.checkoutId).catch(() => null);
  if ($draft.get()?.checkoutId !== draft.checkoutId) return;
  if (!found) return;
  learn(found);
  // Money may be on its way since before the page was left.
  if (found.orderId && !$leaving.get()) void watch(draft);
}

const askAbout = (checkoutId: string): Promise<CheckoutDto> =>
  read(api.gig.order.checkout[':checkoutId'].$get({ param: { checkoutId } }));

/** Places the draft and pays what is due next. The busy flag is released whatever happens. */
export async function payDraft(): Promise<void> {
  const draft = $draft.get();
  if (!draft || $busy.get() || $leaving.get()) return;
  const mistakes = draft.orderId ? {} : missingFields($address.get());
  $mistakes.set(mistakes);
  $notice.set(null);
  if (Object.keys(mistakes).length > 0) return void toast('error', FILL_ALL);
  if (!isProviderLoaded()) {
    prepareProvider();
    return showError(GATEWAY_LOADING);
  }
  $busy.set(true);
  try {
    const due = draft.orderId ? await openRemainder(draft.orderId) : await placeOrRenew(draft);
    // The first part was paid elsewhere meanwhile: nobody is asked for the second unawares.
    if (due.part === 2 && !draft.orderId) await lookUpCheckout();
    else await pay($draft.get() ?? draft, due);
  } catch (error) {
    await fail(error);
  } finally {
    $busy.set(false);
  }
}

const openRemainder = (orderId: string) =>
  read(api.gig.order.payRemainingAmount.$post({ json: { orderId } }));

async function pay(draft: Draft, due: Due): Promise<void> {
  const { firstName, lastName, email, phoneNo } = $address.get();
  const result = await openPaymentDialog(due, {
    title: draft.title,
    prefill: { name: `${firstName} ${lastName}`, email, contact: phoneNo },
  });
  if (!result) {
    showError(`${CANCELLED}. ${CLOSED_TOO_SOON}`);
    void watch(draft);
    return;
  }
  await confirm(draft, result);
}

/** A checkout that was used for another cart is left behind, unless it has been paid meanwhile. */
async function placeOrRenew(draft: Draft) {
  try {
    return await place(draft);
  } catch (error) {
    if (!(error instanceof ApiError) || error.message !== OTHER_CART) throw error;
    const { status } = await askAbout(draft.checkoutId);
    if (status === 'Paid' || status === 'Partially Paid') throw error;
    newCheckout();
    return place($draft.get() ?? draft);
  }
}

function place(draft: Draft) {
  const { selectedPlan, extraFeatures, gigId, checkoutId } = draft;
  return read(
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
        totalAmount: draftTotal(draft),
      },
    }),
  );
}

async function confirm(draft: Draft, result: ProviderResult): Promise<void> {
  try {
    const { order, message } = await verify(draft, result);
    if (order) return paid(order._id, order.paymentInfo.paymentStatus, message);
    say('plain', message);
  } catch (error) {
    // Refused is refused; anything else says nothing about the money.
    if (error instanceof ApiError && [400, 401, 409].includes(error.status)) throw error;
    showError(wordsAfterPaying(error));
  }
  void watch(draft);
}

const verify = ({ orderId }: Draft, result: ProviderResult) =>
  orderId
    ? read(api.gig.order.verifyRemainingPayment.$post({ json: { orderId, ...result } }))
    : read(api.gig.order.verify.$post({ json: result }));

/** Lets the screen correct itself when the money turns out to have moved. */
async function watch(draft: Draft): Promise<void> {
  const isMine = () => $draft.get()?.checkoutId === draft.checkoutId;
  const settled = draft.orderId ? ['Paid'] : ['Paid', 'Partially Paid'];
  const found = await pollUntil(
    () => askAbout(draft.checkoutId),
    ({ status }) => settled.includes(status),
    () => !isMine() || $leaving.get(),
  );
  if (found && isMine()) learn(found);
}

function learn(found: CheckoutDto): void {
  const { status, orderId } = found;
  $checkout.set(found);
  const news = status === 'Paid' || (status === 'Partially Paid' && !$draft.get()?.orderId);
  if (orderId && news) paid(orderId, status);
}

/** Leads on to what was paid. After the first of two parts the draft stays: it leads to the second. */
function paid(orderId: string, status: PaymentStatus, message: string = PAYMENT_SUCCESSFUL): void {
  if ($leaving.get()) return;
  const isFirstPart = status === 'Partially Paid';
  if (isFirstPart) rememberOrder(orderId);
  void toast('success', message);
  say('good', isFirstPart ? FIRST_MILESTONE_PAID : message);
  $leaving.set(true);
  setTimeout(() => {
    if (!isFirstPart) dropDraft();
    location.assign(`/order-success?order=${orderId}`);
  }, PAUSE_MS);
}

async function fail(error: unknown): Promise<void> {
  // The page is left for the sign-in page, which says why and comes back here.
  if (isUnauthorized(error)) return;
  if (error instanceof ApiError) {
    if (error.message === PRICE_CHANGED) await refreshPrices().catch(() => {});
    if (error.message === NOTHING_LEFT) return lookUpCheckout();
    if (error.field) {
      $mistakes.set({ [error.field.split('.').at(-1) ?? '']: error.message });
      return void toast('error', error.message);
    }
  }
  showError(withNextStep(errorText(error, PAYMENT_FAILED)));
}
