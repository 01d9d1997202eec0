import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FILL_ALL, NO_FREE_DATES } from '../../api/modules/orders/texts.ts';
import {
  FIRST_MILESTONE_PAID,
  IF_TAKEN,
  PROVIDER_LOADING,
} from '../../api/modules/payments/texts.ts';
import { storeSetting } from '../../db/settings.ts';
import type { Person } from '../support/http-client.ts';
import { CAPTURED, deliverWebhooks, FAILED, orderOf } from '../support/payments.ts';
import { ADDRESS, insertBuyer, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { answerWith, openPage, toasts } from './open-page.ts';
import { Storage } from './storage.ts';

let app: TestApp;
let asha: Person;
let ashaId: string;
let storage: Storage;
/** The options of each opened payment dialog. */
let dialogs: Record<string, unknown>[];
let visited: string[];
/** The buyer's action in the provider's dialog. */
let inDialog: (orderId: string) => unknown;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  storage = new Storage();
  const { person, user } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  [asha, ashaId] = [person, user.id];
  dialogs = [];
  visited = [];
  inDialog = (orderId) => app.sandbox.pay(orderId, CAPTURED);
});
afterAll(() => app.close());

interface Options {
  order_id: string;
  handler: (result: unknown) => void;
  modal: { ondismiss: () => void };
}

/** The checkout opened as this person, with the provider's script loaded. */
async function checkoutOf(person: Person) {
  await openPage(app, person, storage);
  class Razorpay {
    readonly options: Options;
    constructor(options: Options) {
      this.options = options;
      dialogs.push({ ...options });
    }
    open() {
      const result = inDialog(this.options.order_id);
      if (result) this.options.handler(result);
      else this.options.modal.ondismiss();
    }
  }
  Object.assign(window, { Razorpay });
  vi.stubGlobal('location', { origin: app.origin, assign: (path: string) => visited.push(path) });
  const body = { appendChild: (node: object) => node };
  const createElement = () => ({ style: {}, remove() {} });
  const querySelector = () => ({ content: 'VY Studio' });
  const page = new EventTarget();
  Object.assign(document, {
    ...{ body, createElement, querySelector, visibilityState: 'visible' },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  // As in a browser: a custom property stays unresolved, a computed colour does not.
  vi.stubGlobal('getComputedStyle', () => ({
    color: 'rgb(15, 118, 110)',
    getPropertyValue: () => 'light-dark(#0f766e, #2dd4bf)',
  }));
  const [session, address, cart, stores, notice, pay, flow] = await Promise.all([
    import('../../src/features/account/session.ts'),
    import('../../src/features/checkout/stored-address.ts'),
    import('../../src/features/checkout/cart.ts'),
    import('../../src/features/checkout/pay-cart.ts'),
    import('../../src/features/checkout/checkout-messages.ts'),
    import('../../src/features/orders/pay-instalment.ts'),
    import('../../src/features/checkout/payment-flow.ts'),
  ]);
  await session.checkSession();
  return { session, address, cart, stores, notice, pay, flow };
}

type Page = Awaited<ReturnType<typeof checkoutOf>>;

async function choose({ cart, address }: Page, paymentType: 'Full' | 'Milestone' = 'Full') {
  const { body } = await asha.get(`/api/v1/gig/get/${WEBSITE}`);
  const [plan] = body.gig.PricingPlans;
  cart.chooseGig({ gigId: WEBSITE, title: '“A” site', thumbnailImage: { url: '/p.webp' }, plan });
  cart.newCheckout({ paymentType });
  address.$address.set(ADDRESS);
}

/** Waits for the delayed navigation; pages of earlier tests may still navigate elsewhere. */
const waitForNavigationTo = (orderId: string) =>
  waitFor(() => expect(visited).toContain(`/order-success?order=${orderId}`));

test('the dialog receives name, e-mail, phone and a resolved colour, and nothing else about the buyer', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  page.address.$address.setKey('phoneNo', '+91 (98765) 43.210');
  await page.stores.payCart();
  const [options] = dialogs;
  expect(options?.['prefill']).toEqual({
    name: 'Asha Kulkarni',
    email: ADDRESS.email,
    contact: '+919876543210',
  });
  expect(options?.['theme']).toEqual({ color: '#0f766e' });
  expect(options?.['description']).toMatch(/^[A-Za-z0-9]/);
});

test('a code that was typed and not used is tried before paying, and one that nobody has answered is kept', async () => {
  const owner = await ownerOf(app);
  const made = { code: 'MONSOON', percent: 20, amount: null };
  expect((await owner.post('/api/v1/desk/discounts', made)).status).toBe(201);
  const offline = await checkoutOf(asha);
  await choose(offline);
  offline.cart.typeCode(' monsoon ');
  answerWith('/api/v1/gig/order/discount', 502, {});
  await offline.stores.payCart();
  const page = await checkoutOf(asha);
  const { cart, stores } = page;
  expect(cart.$cart.get()).toMatchObject({ code: 'monsoon' });
  await stores.payCart();
  expect(dialogs, 'the new price is shown first').toHaveLength(0);
  expect(cart.$cart.get()).toMatchObject({ code: undefined, discount: { code: 'MONSOON' } });
  const shown = cart.cartTotal(cart.$cart.get() ?? expect.fail());
  await stores.payCart();
  expect(dialogs).toMatchObject([{ amount: shown * 100 }]);
  storage = new Storage();
  const other = await checkoutOf(asha);
  await choose(other);
  other.cart.typeCode('NOBODYS');
  await other.stores.payCart();
  expect(other.stores.$fieldErrors.get()).toEqual({ code: 'There is no such code.' });
  await other.stores.payCart();
  expect(dialogs, 'who has read it pays without a code').toHaveLength(2);
});

test('the remaining amount is requested with the order’s own name, e-mail and phone', async () => {
  const page = await checkoutOf(asha);
  await choose(page, 'Milestone');
  await page.stores.payCart();
  const orderId = page.cart.$cart.get()?.orderId ?? '';
  await page.pay.payInstalment(await orderOf(asha, orderId));
  expect(dialogs).toHaveLength(2);
  expect(dialogs[1]?.['prefill']).toEqual(dialogs[0]?.['prefill']);
  expect(dialogs[1]?.['theme']).toEqual({ color: '#0f766e' });
});

test('who pays the remainder before the script is there reads that it is loading', async () => {
  const page = await checkoutOf(asha);
  await choose(page, 'Milestone');
  await page.stores.payCart();
  const orderId = page.cart.$cart.get()?.orderId ?? '';
  const { Razorpay } = window;
  Object.assign(window, { Razorpay: undefined });
  const head = {
    append(script: { onload: () => void }) {
      expect(toasts.at(-1)).toBe(PROVIDER_LOADING);
      Object.assign(window, { Razorpay });
      script.onload();
    },
  };
  Object.assign(document, { head });
  await page.pay.payInstalment(await orderOf(asha, orderId));
  expect(dialogs).toHaveLength(2);
});

test('a verification that is refused without a message says that it failed', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  answerWith('/api/v1/gig/order/verify', 400, { success: false });
  await page.stores.payCart();
  expect(page.notice.$notice.get()?.text).toBe(`Payment verification failed. ${IF_TAKEN}`);
});

test('the first milestone leads to its order and keeps the cart for the second', async () => {
  const page = await checkoutOf(asha);
  await choose(page, 'Milestone');
  await page.stores.payCart();
  expect(page.stores.$isLeaving.get(), 'nothing more can be paid here').toBe(true);
  expect(page.notice.$notice.get()?.text).toBe(FIRST_MILESTONE_PAID);
  await page.stores.payCart();
  expect(dialogs, 'a second click opens no dialog').toHaveLength(1);
  const orderId = page.cart.$cart.get()?.orderId ?? '';
  await waitForNavigationTo(orderId);

  const again = await checkoutOf(asha);
  await again.stores.refreshCheckout();
  const { paymentInfo } = await orderOf(asha, orderId);
  expect(again.stores.$checkout.get()).toMatchObject({
    status: 'Partially Paid',
    paidAmount: paymentInfo.paidAmount,
    dueAmount: paymentInfo.dueAmount,
  });
  expect(again.stores.$isLeaving.get()).toBe(false);
  visited = [];
  await again.stores.payCart();
  await waitForNavigationTo(orderId);
  expect(again.cart.$cart.get(), 'both parts are paid').toBeNull();
  expect((await orderOf(asha, orderId)).paymentInfo).toMatchObject({ paymentStatus: 'Paid' });
});

test('a first milestone that was paid in another tab is not requested again', async () => {
  const other = await checkoutOf(asha);
  await choose(other, 'Milestone');
  const savedStorage = Object.assign(new Storage(), storage);
  await other.stores.payCart();
  storage = savedStorage;
  const page = await checkoutOf(asha);
  expect(page.cart.$cart.get()?.orderId).toBeUndefined();
  dialogs = [];
  await page.stores.payCart();
  expect(dialogs).toEqual([]);
  expect(page.notice.$notice.get()?.text).toBe(FIRST_MILESTONE_PAID);
});

test('a session that has ended before the payment keeps the cart, and the payment is made after', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  const cart = page.cart.$cart.get();
  asha.cookies.delete('sid');
  await page.stores.payCart();
  await waitFor(() =>
    expect(page.session.$session.get()).toEqual({ state: 'visitor', ended: true }),
  );
  expect(dialogs).toEqual([]);
  expect(page.flow.$paying.get()).toBeNull();
  expect(page.cart.$cart.get()).toEqual(cart);

  const reopened = await checkoutOf(await signedIn(app, ashaId));
  expect(reopened.address.$address.get()).toEqual(ADDRESS);
  await reopened.stores.payCart();
  expect(reopened.stores.$isLeaving.get()).toBe(true);
});

test('a payment made while the session ended is found after signing in', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  const { $isDialogOpen } = await import('../../src/features/checkout/razorpay.ts');
  inDialog = (orderId) => {
    expect($isDialogOpen.get()).toBe(true);
    asha.cookies.delete('sid');
    return app.sandbox.pay(orderId, CAPTURED);
  };
  await page.stores.payCart();
  expect($isDialogOpen.get()).toBe(false);
  await waitFor(() =>
    expect(page.session.$session.get()).toEqual({ state: 'visitor', ended: true }),
  );
  await deliverWebhooks(app);

  asha = await signedIn(app, ashaId);
  const reopened = await checkoutOf(asha);
  await reopened.stores.refreshCheckout();
  expect(reopened.stores.$isLeaving.get()).toBe(true);
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  await waitForNavigationTo(body.orders[0]._id);
});

test('a result that comes without the dialog is verified, and one that is missing is looked for', async () => {
  const page = await checkoutOf(asha);
  await choose(page, 'Milestone');
  let result: ReturnType<typeof app.sandbox.pay> | undefined;
  inDialog = (orderId) => {
    result = app.sandbox.pay(orderId, CAPTURED);
    return null;
  };
  await page.stores.payCart();
  expect(page.notice.$notice.get()?.text).toMatch(/^Payment cancelled/i);
  const cart = page.cart.$cart.get();
  if (!cart || !result) throw new Error('The cart was not placed.');
  const reopened = await checkoutOf(asha);
  await reopened.flow.receiveResult(reopened.stores.cartPayment(cart), result);
  expect(reopened.notice.$notice.get()?.text).toBe(FIRST_MILESTONE_PAID);
  const orderId = reopened.cart.$cart.get()?.orderId ?? '';

  const order = await orderOf(asha, orderId);
  const remainder = await asha.post('/api/v1/gig/order/payRemainingAmount', { orderId });
  app.sandbox.pay(remainder.body.orderId, CAPTURED);
  await deliverWebhooks(app);
  const { orderPayment } = page.pay;
  const found = vi.fn();
  const payment = { ...orderPayment(order), onFoundPaid: found };
  await page.flow.receiveResult(payment, null);
  await waitFor(() => expect(found).toHaveBeenCalledOnce());
});

test('a missing field shows an error that disappears once it is filled', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  page.address.$address.setKey('city', ' ');
  await page.stores.payCart();
  expect(page.stores.$fieldErrors.get()).toEqual({ city: 'City is required.' });
  expect(page.notice.$notice.get()?.text).not.toBe(FILL_ALL);
  page.address.$address.setKey('phoneNo', 'none');
  page.address.$address.setKey('city', 'Pune');
  await page.stores.payCart();
  expect(page.stores.$fieldErrors.get()).toEqual({ phoneNo: expect.any(String) });
  expect(page.notice.$notice.get()).toBeNull();
});

test('an order of which nothing is paid awaits payment', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  inDialog = (orderId) => {
    app.sandbox.pay(orderId, FAILED);
    return null;
  };
  await page.stores.payCart();
  await deliverWebhooks(app);
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  expect(body.orders).toMatchObject([
    { orderStatus: 'Awaiting payment', paymentInfo: { paymentStatus: 'Failed' } },
  ]);
  inDialog = (orderId) => app.sandbox.pay(orderId, CAPTURED);
  await page.stores.payCart();
  expect(await orderOf(asha, body.orders[0]._id)).toMatchObject({ orderStatus: 'In Progress' });
});

/** Changes the owner’s calendar. */
async function setCalendar(values: object) {
  const owner = await ownerOf(app);
  const { body } = await owner.get(AVAILABILITY);
  const saved = await owner.put(AVAILABILITY, { ...body.availability, ...values });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}
const AVAILABILITY = '/api/v1/desk/availability';
const DATES = `/api/v1/gig/availability/${WEBSITE}`;

test('with a calendar nobody pays before a date is shown, and the order has the one that was', async () => {
  await setCalendar({ capacity: 1 });
  const page = await checkoutOf(asha);
  await choose(page);
  const online = globalThis.fetch;
  answerWith(DATES, 503, { success: false, message: 'Not now.' });
  await page.stores.refreshCheckout();
  expect(page.stores.$dates.get()).toBeUndefined();
  expect(page.stores.$areDatesMissing.get()).toBe(true);
  await page.stores.payCart();
  expect(dialogs).toEqual([]);

  vi.stubGlobal('fetch', online);
  await page.stores.payCart();
  expect(dialogs, 'the date is shown first').toEqual([]);
  const shown = page.stores.shownDates(page.stores.$dates.get());
  expect(shown).toMatchObject((await app.visitor().get(DATES)).body.plans[0]);
  expect(page.stores.$areDatesMissing.get()).toBe(false);
  await page.stores.payCart();
  expect(dialogs).toHaveLength(1);
  const order = await rowWith(app, 'orders', { buyer_id: ashaId });
  expect(order.starts_on).toBe(shown?.startsOn);
});

test('a calendar without a free date says so, and nothing can be paid', async () => {
  const day = (years: number) => {
    const now = app.server.services.clock();
    return `${now.getUTCFullYear() + years}-12-31`;
  };
  // Stored before time off had a limit.
  const calendar = { capacity: 1, timeOff: [{ from: day(-1), to: day(4) }], version: 1_000 };
  await app.write((tx) => storeSetting(tx, 'availability', JSON.stringify(calendar)));
  const page = await checkoutOf(asha);
  await choose(page);
  await page.stores.refreshCheckout();
  expect(page.stores.$dates.get()).toEqual({ noDates: NO_FREE_DATES });
  await page.stores.payCart();
  expect(dialogs).toEqual([]);
  await setCalendar({ capacity: 0, timeOff: [] });
});
