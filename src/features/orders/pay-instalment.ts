import { atom } from 'nanostores';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import {
  CANCELLED,
  CLOSED_TOO_SOON,
  GATEWAY_NOT_LOADED,
  IF_TAKEN,
  ORDER_ID_NEEDED,
  PAYMENT_FAILED,
  PAYMENT_SUCCESSFUL,
  STILL_CHECKING,
  VERIFICATION_FAILED,
} from '../../../api/modules/payments/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, isUnauthorized, messageOf, read } from '../../lib/api.ts';
import { pollUntil } from '../../lib/poll.ts';
import { $draft, dropDraft } from '../checkout/draft.ts';
import {
  type Due,
  loadProvider,
  openPaymentDialog,
  type ProviderResult,
} from '../checkout/razorpay.ts';
import { fetchOrder, showOrder } from './stores.ts';

/** The order whose payment is under way. */
export const $paying = atom<string | null>(null);

const PAUSE_MS = 2_000;
/** For what is known of money that may have moved. */
const LONG_MS = 10_000;

/** Pays what is left of an order, then leads to the profile (spec §4). */
export const payRemaining = (order: OrderDto): Promise<void> =>
  pay(order, {
    open: () => read(api.gig.order.payRemainingAmount.$post({ json: { orderId: order._id } })),
    verify: (result) =>
      read(api.gig.order.verifyRemainingPayment.$post({ json: { orderId: order._id, ...result } })),
  });

/** Tries a failed first payment again on the same order. */
export const payAgain = (order: OrderDto): Promise<void> =>
  pay(order, {
    open: () => read(api.gig.order.payAgain.$post({ json: { orderId: order._id } })),
    verify: (result) => read(api.gig.order.verify.$post({ json: result })),
  });

interface PaymentFlow {
  open(): Promise<Due>;
  verify(result: ProviderResult): Promise<{ order: OrderDto | null; message: string }>;
}

async function pay(order: OrderDto, road: PaymentFlow): Promise<void> {
  if (!order._id) return void toast('error', ORDER_ID_NEEDED);
  if ($paying.get()) return;
  $paying.set(order._id);
  try {
    await loadProvider().catch(() => {
      throw new Error(GATEWAY_NOT_LOADED);
    });
    const [due, { contact }] = await Promise.all([road.open(), fetchOrder(order._id)]);
    const result = await openPaymentDialog(due, {
      title: order.OrderItems[0]?.title ?? '',
      prefill: { name: contact.name, email: contact.email, contact: contact.phone },
    });
    if (result) await confirm(order, result, road);
    else {
      void toast('error', `${CANCELLED}. ${CLOSED_TOO_SOON}`, { duration: LONG_MS });
      void watch(order);
    }
  } catch (error) {
    // The page is left for the sign-in page, which says why.
    if (isUnauthorized(error)) return;
    const said = words(error, PAYMENT_FAILED);
    // A result that was not believed leaves open what the bank did.
    if (said === VERIFICATION_FAILED)
      void toast('error', `${said}. ${IF_TAKEN}`, { duration: LONG_MS });
    else void toast('error', said);
  } finally {
    $paying.set(null);
  }
}

async function confirm(order: OrderDto, result: ProviderResult, road: PaymentFlow): Promise<void> {
  try {
    const answer = await road.verify(result);
    if (answer.order) return paid(order, answer.message);
    void toast('info', answer.message, { duration: LONG_MS });
  } catch (error) {
    if (error instanceof ApiError && [400, 401, 409].includes(error.status)) throw error;
    // A server that failed says nothing about the money, and 'try again' would be wrong.
    const answered = error instanceof ApiError && error.status > 0 && error.status < 500;
    const said = answered ? `${words(error, VERIFICATION_FAILED)} ` : '';
    void toast('error', `${said}${STILL_CHECKING}`, { duration: LONG_MS });
  }
  void watch(order);
}

/** Lets the screen correct itself when the money turns out to have moved. */
async function watch(order: OrderDto): Promise<void> {
  const more = await pollUntil(
    () => fetchOrder(order._id),
    (now) => now.paymentInfo.paidAmount > order.paymentInfo.paidAmount,
    () => $paying.get() === order._id,
  );
  if (!more) return;
  showOrder(more);
  void toast('success', PAYMENT_SUCCESSFUL);
}

function paid(order: OrderDto, message: string): void {
  const draft = $draft.get();
  if (draft?.orderId === order._id) dropDraft();
  void toast('success', message);
  void fetchOrder(order._id).then(showOrder, () => {});
  setTimeout(() => location.assign('/profile'), PAUSE_MS);
}

function words(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.hasWords ? messageOf(error) : fallback;
  const ours = error instanceof Error && error.message === GATEWAY_NOT_LOADED;
  return ours ? GATEWAY_NOT_LOADED : fallback;
}
