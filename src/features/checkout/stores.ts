import { atom } from 'nanostores';
import { FILL_ALL } from '../../../api/orders/rules.ts';
import {
  CANCELLED,
  FIRST_MILESTONE_PAID,
  GATEWAY_LOADING,
  GATEWAY_NOT_LOADED,
  NOTHING_LEFT,
  PAYMENT_SUCCESSFUL,
  type PaymentType,
} from '../../../api/payments/rules.ts';
import { api, messageOf, Refusal, read } from '../../lib/api.ts';
import type { Mistakes } from '../../lib/form.ts';
import { toast } from '../../ui/toast.ts';
import { $address, missingFields } from './address.ts';
import { $draft, type Draft, draftTotal, dropDraft, newCheckout, rememberOrder } from './draft.ts';
import { askForPayment, isProviderLoaded, loadProvider, type ProviderResult } from './provider.ts';

export const $paymentType = atom<PaymentType>('Full');
export const $busy = atom(false);
export const $mistakes = atom<Mistakes>({});
/** What stands above the button: how the last attempt went. */
export const $notice = atom<{ tone: 'good' | 'bad'; text: string } | null>(null);

const PAUSE_MS = 2_000;
const CLOSED =
  'If your bank has taken the money all the same, the order appears under Orders within two minutes.';

/** Loads the provider's script ahead of the first click. */
export function prepareProvider(): void {
  loadProvider().catch(() => void toast('error', GATEWAY_NOT_LOADED));
}

/** Choosing another way to pay is another checkout: its dues differ. */
export function choosePaymentType(type: PaymentType): void {
  if (type === $paymentType.get()) return;
  $paymentType.set(type);
  newCheckout();
}

/** Places the draft and pays what is due first. The busy flag is released whatever happens. */
export async function payDraft(): Promise<void> {
  const draft = $draft.get();
  if (!draft || $busy.get()) return;
  const mistakes = missingFields($address.get());
  $mistakes.set(mistakes);
  $notice.set(null);
  if (Object.keys(mistakes).length > 0) return complain(FILL_ALL);
  if (!isProviderLoaded()) {
    prepareProvider();
    return complain(GATEWAY_LOADING);
  }
  $busy.set(true);
  try {
    await pay(draft);
  } catch (error) {
    await fail(error);
  } finally {
    $busy.set(false);
  }
}

async function pay(draft: Draft): Promise<void> {
  const due = await place(draft);
  const { firstName, lastName, email, phoneNo } = $address.get();
  const result = await askForPayment(due, {
    description: draft.title,
    prefill: { name: `${firstName} ${lastName}`, email, contact: phoneNo },
  });
  if (!result) return complain(`${CANCELLED}. ${CLOSED}`);
  await confirm(result);
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

async function confirm(result: ProviderResult): Promise<void> {
  const { order, message } = await read(api.gig.order.verify.$post({ json: result }));
  if (!order) {
    $notice.set({ tone: 'good', text: message });
    return;
  }
  void toast('success', PAYMENT_SUCCESSFUL);
  if (order.paymentInfo.paymentStatus === 'Partially Paid') {
    rememberOrder(order._id);
    $notice.set({ tone: 'good', text: FIRST_MILESTONE_PAID });
    return;
  }
  $notice.set({ tone: 'good', text: PAYMENT_SUCCESSFUL });
  const address = `/order-success?order=${order._id}`;
  setTimeout(() => {
    dropDraft();
    location.assign(address);
  }, PAUSE_MS);
}

async function fail(error: unknown): Promise<void> {
  if (error instanceof Refusal) {
    if (error.field) $mistakes.set({ [error.field.split('.').at(-1) ?? '']: error.message });
    if (error.status === 409 && error.message === NOTHING_LEFT) {
      dropDraft();
      location.assign('/orders');
    }
  }
  complain(messageOf(error));
}

function complain(text: string): void {
  $notice.set({ tone: 'bad', text });
  void toast('error', text);
}
