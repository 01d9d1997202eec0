import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FILL_ALL } from '../../api/modules/orders/rules.ts';
import { FIRST_MILESTONE_PAID, PAYMENT_SUCCESSFUL } from '../../api/modules/payments/rules.ts';
import type { Person } from '../support/http-client.ts';
import { CARD, deliverWebhooks, FAILED, orderOf } from '../support/payments.ts';
import { ADDRESS, insertBuyer, signedIn, WEBSITE } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { openPage, Storage } from './page.ts';

let world: TestApp;
let asha: Person;
let ashaId: string;
let storage: Storage;
/** The options of each dialog that was opened. */
let dialogs: Record<string, unknown>[];
let led: string[];
/** What the buyer does in the provider's dialog. */
let inDialog: (orderId: string) => unknown;

beforeAll(async () => {
  world = await startTestApp();
});
beforeEach(async () => {
  storage = new Storage();
  const { person, user } = await insertBuyer(world, { name: 'Asha Kulkarni' });
  [asha, ashaId] = [person, user.id];
  dialogs = [];
  led = [];
  inDialog = (orderId) => world.sandbox.pay(orderId, CARD);
});
afterAll(() => world.close());

interface Options {
  order_id: string;
  handler: (result: unknown) => void;
  modal: { ondismiss: () => void };
}

/** The checkout opened as this person, with the provider's script loaded. */
async function checkoutOf(person: Person) {
  await openPage(world, person, storage);
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
  vi.stubGlobal('location', { origin: world.origin, assign: (path: string) => led.push(path) });
  const body = { appendChild: (place: object) => place };
  const createElement = () => ({ style: {}, remove() {} });
  Object.assign(document, { body, createElement });
  // As in a browser: a token stays unresolved, a colour does not.
  vi.stubGlobal('getComputedStyle', () => ({
    color: 'rgb(15, 118, 110)',
    getPropertyValue: () => 'light-dark(#0f766e, #2dd4bf)',
  }));
  const [session, address, draft, stores, notices, pay] = await Promise.all([
    import('../../src/features/account/session.ts'),
    import('../../src/features/checkout/address.ts'),
    import('../../src/features/checkout/draft.ts'),
    import('../../src/features/checkout/stores.ts'),
    import('../../src/features/checkout/messages.ts'),
    import('../../src/features/orders/pay-instalment.ts'),
  ]);
  await session.checkSession();
  return { session, address, draft, stores, notices, pay };
}

type Page = Awaited<ReturnType<typeof checkoutOf>>;

async function choose({ draft, address }: Page, paymentType: 'Full' | 'Milestone' = 'Full') {
  const { body } = await asha.get(`/api/v1/gig/get/${WEBSITE}`);
  const [plan] = body.gig.PricingPlans;
  draft.chooseGig({ gigId: WEBSITE, title: '“A” site', thumbnailImage: { url: '/p.webp' }, plan });
  draft.newCheckout({ paymentType });
  address.$address.set(ADDRESS);
}

/** Leads there after its pause; pages of tests before may still lead elsewhere. */
const ledTo = (orderId: string) =>
  vi.waitFor(() => expect(led).toContain(`/order-success?order=${orderId}`), { timeout: 10_000 });

test('the dialog gets name, e-mail and phone, a plain colour and nothing else of the buyer', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  await page.stores.payDraft();
  const [options] = dialogs;
  expect(options?.['prefill']).toEqual({
    name: 'Asha Kulkarni',
    email: ADDRESS.email,
    contact: ADDRESS.phoneNo,
  });
  expect(options?.['theme']).toEqual({ color: '#0f766e' });
  expect(options?.['description']).toMatch(/^[A-Za-z0-9]/);
});

test('the rest of an order is asked for with the order’s own name, e-mail and phone', async () => {
  const page = await checkoutOf(asha);
  await choose(page, 'Milestone');
  await page.stores.payDraft();
  const orderId = page.draft.$draft.get()?.orderId ?? '';
  await page.pay.payRemaining(await orderOf(asha, orderId));
  expect(dialogs).toHaveLength(2);
  expect(dialogs[1]?.['prefill']).toEqual(dialogs[0]?.['prefill']);
  expect(dialogs[1]?.['theme']).toEqual({ color: '#0f766e' });
});

test('the first milestone leads to its order and keeps the draft for the second', async () => {
  const page = await checkoutOf(asha);
  await choose(page, 'Milestone');
  await page.stores.payDraft();
  expect(page.stores.$leaving.get(), 'nothing more can be paid here').toBe(true);
  expect(page.notices.$notice.get()?.text).toBe(FIRST_MILESTONE_PAID);
  await page.stores.payDraft();
  expect(dialogs, 'a second click opens no dialog').toHaveLength(1);
  const orderId = page.draft.$draft.get()?.orderId ?? '';
  await ledTo(orderId);

  const again = await checkoutOf(asha);
  await again.stores.lookUpCheckout();
  const { paymentInfo } = await orderOf(asha, orderId);
  expect(again.stores.$checkout.get()).toMatchObject({
    status: 'Partially Paid',
    paidAmount: paymentInfo.paidAmount,
    dueAmount: paymentInfo.dueAmount,
  });
  expect(again.stores.$leaving.get()).toBe(false);
  led = [];
  await again.stores.payDraft();
  await ledTo(orderId);
  expect(again.draft.$draft.get(), 'both parts are paid').toBeNull();
  expect((await orderOf(asha, orderId)).paymentInfo).toMatchObject({ paymentStatus: 'Paid' });
});

test('a first milestone that was paid in another tab is not asked for again', async () => {
  const other = await checkoutOf(asha);
  await choose(other, 'Milestone');
  const held = Object.assign(new Storage(), storage);
  await other.stores.payDraft();
  storage = held;
  const page = await checkoutOf(asha);
  expect(page.draft.$draft.get()?.orderId).toBeUndefined();
  dialogs = [];
  await page.stores.payDraft();
  expect(dialogs).toEqual([]);
  expect(page.notices.$notice.get()?.text).toBe(FIRST_MILESTONE_PAID);
});

test('a session that has ended before the payment keeps the draft, and the payment is made after', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  const draft = page.draft.$draft.get();
  asha.cookies.delete('sid');
  await page.stores.payDraft();
  await vi.waitFor(() =>
    expect(page.session.$session.get()).toEqual({ state: 'visitor', ended: true }),
  );
  expect(dialogs).toEqual([]);
  expect(page.stores.$busy.get()).toBe(false);
  expect(page.draft.$draft.get()).toEqual(draft);

  const back = await checkoutOf(await signedIn(world, ashaId));
  expect(back.address.$address.get()).toEqual(ADDRESS);
  await back.stores.payDraft();
  expect(back.notices.$notice.get()?.text).toBe(PAYMENT_SUCCESSFUL);
});

test('a session that ends while the dialog is open: what was paid is found after signing in', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  const { $dialogOpen } = await import('../../src/features/checkout/razorpay.ts');
  inDialog = (orderId) => {
    expect($dialogOpen.get()).toBe(true);
    asha.cookies.delete('sid');
    return world.sandbox.pay(orderId, CARD);
  };
  await page.stores.payDraft();
  expect($dialogOpen.get()).toBe(false);
  await vi.waitFor(() =>
    expect(page.session.$session.get()).toEqual({ state: 'visitor', ended: true }),
  );
  await deliverWebhooks(world);

  asha = await signedIn(world, ashaId);
  const back = await checkoutOf(asha);
  await back.stores.lookUpCheckout();
  expect(back.notices.$notice.get()?.text).toBe(PAYMENT_SUCCESSFUL);
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  await ledTo(body.orders[0]._id);
});

test('what is missing is said beside its field and not left standing once it is filled', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  page.address.$address.setKey('city', ' ');
  await page.stores.payDraft();
  expect(page.stores.$mistakes.get()).toEqual({ city: 'City is required.' });
  expect(page.notices.$notice.get()?.text).not.toBe(FILL_ALL);
  page.address.$address.setKey('phoneNo', 'none');
  page.address.$address.setKey('city', 'Pune');
  await page.stores.payDraft();
  expect(page.stores.$mistakes.get()).toEqual({ phoneNo: expect.any(String) });
  expect(page.notices.$notice.get()).toBeNull();
});

test('an order of which nothing is paid awaits payment', async () => {
  const page = await checkoutOf(asha);
  await choose(page);
  inDialog = (orderId) => {
    world.sandbox.pay(orderId, FAILED);
    return null;
  };
  await page.stores.payDraft();
  await deliverWebhooks(world);
  const { body } = await asha.get('/api/v1/gig/order/user-orders');
  expect(body.orders).toMatchObject([
    { orderStatus: 'Awaiting payment', paymentInfo: { paymentStatus: 'Failed' } },
  ]);
  inDialog = (orderId) => world.sandbox.pay(orderId, CARD);
  await page.stores.payDraft();
  expect(await orderOf(asha, body.orders[0]._id)).toMatchObject({ orderStatus: 'In Progress' });
});
