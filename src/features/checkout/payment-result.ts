import type { PaymentResult } from '../../../api/modules/payments/payment-callback.ts';
import { price } from '../../lib/format.ts';
import { pollUntil } from '../../lib/poll.ts';
import { browserStorage } from '../../lib/storage.ts';
import { CART_KEY } from '../../lib/storage-keys.ts';

/** The page to which a payment leads when the page that began it was not called: also in a browser without its storage. */
export async function showPaymentResult(): Promise<void> {
  const token = location.hash.slice(1);
  if (!token) {
    return show({
      heading: 'We could not confirm this payment',
      text: 'Please check your order before you pay again. If your bank took the money, the payment appears there within five minutes; if not, you can try again there.',
    });
  }
  const first = await fetchResult(token);
  if (first === 'unknown') {
    return show({
      heading: 'Your orders show this payment',
      text: 'This page shows the result of a payment for half an hour.',
    });
  }
  if (first) showResult(first);
  if (first?.state !== 'paid' && first?.state !== 'returned') {
    const decided = await pollUntil(
      () => fetchResult(token),
      (result) => result !== null && (result === 'unknown' || result.state !== 'waiting'),
    );
    if (decided && decided !== 'unknown') showResult(decided);
  }
}

/** null while the server cannot be reached. */
async function fetchResult(token: string): Promise<PaymentResult | 'unknown' | null> {
  try {
    const response = await fetch('/api/v1/gig/order/payment-result', {
      method: 'POST',
      body: token,
    });
    if (response.status === 410) return 'unknown';
    return response.ok ? ((await response.json()) as PaymentResult) : null;
  } catch {
    return null;
  }
}

const HEADINGS: Record<PaymentResult['state'], string> = {
  paid: 'Payment received',
  waiting: 'Your bank has not decided yet',
  returned: 'Payment received, and on its way back',
  unpaid: 'This is not paid',
};

function showResult(result: PaymentResult) {
  const { state, message, amount, currency, title, checkout, orderId } = result;
  const about = `${price(amount, currency)} for ${title}.`;
  const text = state === 'paid' ? about : `${about} ${message}`;
  const heading = HEADINGS[state];
  if (!checkout) {
    const receipt = ' The receipt goes to the person who sent you the link.';
    return show({ heading, text: state === 'paid' ? about + receipt : text, next: null });
  }
  const page = state === 'paid' ? `/order-success?order=${orderId}` : `/orders/${orderId}`;
  const label = state === 'paid' ? 'Continue' : 'Open the order';
  // Without a session the list of orders, which asks for one, is the way to it.
  show({ heading, text, next: { label, href: orderId ? page : '/orders' } });
  if (state === 'paid') endCart(checkout, orderId);
}

/** In the browser that began the payment its cart ends, or waits for the second part. */
function endCart(checkout: NonNullable<PaymentResult['checkout']>, orderId: string | null): void {
  try {
    const cart = JSON.parse(browserStorage.get(CART_KEY) ?? 'null');
    if (cart?.checkoutId !== checkout.id && !(orderId && cart?.orderId === orderId)) return;
    if (!checkout.isPartly) browserStorage.remove(CART_KEY);
    else if (orderId) browserStorage.set(CART_KEY, JSON.stringify({ ...cart, orderId }));
  } catch {
    // What is stored is no cart.
  }
}

interface Shown {
  heading: string;
  text: string;
  /** null where no page follows. */
  next?: { label: string; href: string } | null;
}

function show({ heading, text, next }: Shown): void {
  const root = document.querySelector('[data-payment-result]');
  const part = (name: string) => root?.querySelector<HTMLAnchorElement>(`[data-${name}]`);
  const [title, sentence, link] = [part('heading'), part('text'), part('next')];
  if (title) title.textContent = heading;
  if (sentence) sentence.textContent = text;
  if (next === null) link?.remove();
  if (link && next) Object.assign(link, { textContent: next.label, href: next.href });
}
