import type { OpenedInstalment } from '../../../api/modules/payments/checkout.ts';
import type { LinkedPayment } from '../../../api/modules/payments/payment-links.ts';
import { PAYMENT_FAILED, PROVIDER_NOT_LOADED } from '../../../api/modules/payments/texts.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { price, promisedDay } from '../../lib/format.ts';
import { type PaymentError, paymentError } from './checkout-messages.ts';
import { $paying, type Payment, pay } from './payment-flow.ts';
import { CALLBACK, loadProvider, type ProviderResult } from './razorpay.ts';

const LINK_CALLBACK = `${CALLBACK}/link` as const;

/** The page of a payment link: whoever has it pays, without an account. */
export async function startPayLink(): Promise<void> {
  const token = location.hash.slice(1);
  // Another link pasted into the same tab is another payment.
  addEventListener('hashchange', () => location.reload());
  try {
    const link = await call<LinkedPayment>('read', token);
    if (link.isPaid) return showPaid(link);
    showOpen(link, () => void pay(linkPayment(token, link)));
    loadProvider(link.script).catch(() => showNote({ text: PROVIDER_NOT_LOADED }));
  } catch (error) {
    const isOver = error instanceof ApiError && error.status >= 400 && error.status < 429;
    show({ heading: isOver ? 'Nothing to pay here' : 'Payment link', text: messageOf(error) });
    if (!isOver) showButton('Try again', () => location.reload());
  }
}

async function call<T>(what: 'read' | 'open', token: string): Promise<T> {
  const response = await fetch(`/api/v1/gig/order/payment-link/${what}`, {
    method: 'POST',
    credentials: 'omit',
    body: token,
  });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, body.message ?? PAYMENT_FAILED);
  return body;
}

const linkPayment = (token: string, link: LinkedPayment): Payment<LinkedPayment> => ({
  id: token,
  async open() {
    showNote(null);
    await loadProvider(link.script).catch(() => {
      throw new Error(PROVIDER_NOT_LOADED);
    });
    const instalment = await call<OpenedInstalment>('open', token);
    return { instalment, title: link.title, prefill: {}, callback: LINK_CALLBACK };
  },
  verify: sendForm,
  onVerified: () => showPaid(link),
  fetchState: () => call<LinkedPayment>('read', token),
  isPaid: (state) => state.isPaid,
  onFoundPaid: showPaid,
  isOver: () => $paying.get() !== null,
  showError: showNote,
  showPending: (text) => showNote({ text }),
  onError: (error) => showNote(paymentError(error)),
});

/** Sends the result as the provider's own form does, which leads to the page of the result. */
function sendForm(result: ProviderResult): Promise<never> {
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: LINK_CALLBACK,
    hidden: true,
  });
  for (const [name, value] of Object.entries(result))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
  return new Promise(() => {});
}

/** 'To Asha’s Studio: Part 2 of 2 of “Business website”'. */
export const whatFor = (link: { title: string; part: string }): string => {
  const studio = document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content;
  return `To ${studio}: ${link.part} of “${link.title}”`;
};

const part = <E extends HTMLElement>(name: string): E | null =>
  document.querySelector<E>(`[data-pay-link] [data-${name}]`);

function show({ heading, text }: { heading: string; text: string }): void {
  const [title, sentence] = [part('heading'), part('text')];
  if (title) title.textContent = heading;
  if (sentence) sentence.textContent = text;
  for (const name of ['pay', 'terms', 'note']) part(name)?.setAttribute('hidden', '');
}

function showButton(label: string, onClick: () => void): void {
  const button = part<HTMLButtonElement>('pay');
  if (!button) return;
  Object.assign(button, { textContent: label, hidden: false, onclick: onClick });
}

function showOpen(link: LinkedPayment, onPay: () => void): void {
  const { amount, currency, name, validUntil } = link;
  const heading = `${name} asks you to pay ${price(amount, currency)}`;
  show({ heading, text: `${whatFor(link)}.` });
  const label = `Pay ${price(amount, currency)}`;
  showButton(label, onPay);
  const [button, terms] = [part<HTMLButtonElement>('pay'), part('terms')];
  $paying.subscribe((paying) => {
    if (!button) return;
    button.disabled = paying !== null;
    button.textContent = paying === null ? label : 'Processing...';
  });
  if (link.trouble) showNote({ text: link.trouble });
  if (!terms) return;
  terms.textContent = `You need no account. The receipt goes to ${name}. The link is valid until ${promisedDay(validUntil)}.`;
  terms.hidden = false;
}

const showPaid = ({ title, amount, currency, name }: LinkedPayment): void =>
  show({
    heading: 'Payment received',
    text: `${price(amount, currency)} for ${title}. The receipt goes to ${name}.`,
  });

function showNote(note: PaymentError | null): void {
  const element = part('note');
  if (!element) return;
  element.hidden = note === null;
  element.textContent = [note?.text.replace(/\.$/, ''), note?.more].filter(Boolean).join('. ');
}
