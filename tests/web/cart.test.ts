import { setPersistentEngine } from '@nanostores/persistent';
import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_EXTRA_QUANTITY } from '../../api/modules/orders/rules.ts';
import { CART_KEY } from '../../src/lib/storage-keys.ts';
import fc from '../support/fast-check.ts';

/** A stand-in for localStorage. */
const storage: Record<string, string> = {};
setPersistentEngine(storage, { addEventListener() {}, removeEventListener() {} });

const load = () => import('../../src/features/checkout/cart.ts');
type Store = Awaited<ReturnType<typeof load>>;

let store: Store;
beforeEach(async () => {
  store = await load();
  store.clearCart();
});

const plan = (price: number) => ({
  planType: 'Basic',
  title: 'Basic',
  price,
  shortDescription: '',
  deliveryDays: 3,
  revisionCount: 1,
  features: [],
});
const extra = (_id: string, price: number) => ({ _id, name: _id, description: '', price });
const gig = (price: number, gigId = 'a-gig') => ({
  gigId,
  title: 'A gig',
  thumbnailImage: { url: '/p.webp' },
  plan: plan(price),
});

const cart = () => {
  const stored = store.$cart.get();
  if (!stored) throw new Error('there is no cart');
  return stored;
};

test('a total is exact to the paisa', () => {
  store.chooseGig(gig(1.15));
  expect(store.$total.get()).toBe(1.15);
  store.toggleExtra(extra('logo', 4.35));
  store.setQuantity('logo', 3);
  expect(store.$total.get()).toBe(14.2);
  store.toggleExtra(extra('copy', 19.99));
  store.setQuantity('copy', 7);
  expect(store.$total.get()).toBe(154.13);
});

test('the total of any cart is the sum of its paise', () => {
  const paise = fc.integer({ min: 100, max: 50_000_000 });
  const cart = fc.array(fc.tuple(paise, fc.integer({ min: 1, max: MAX_EXTRA_QUANTITY })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(paise, cart, (base, extras) => {
      const total = store.cartTotal({
        checkoutId: '',
        gigId: '',
        title: '',
        thumbnailImage: { url: '' },
        selectedPlan: plan(base / 100),
        extraFeatures: extras.map(([price, quantity], at) => ({
          id: String(at),
          name: '',
          description: '',
          price: price / 100,
          quantity,
        })),
      });
      const sum = extras.reduce((all, [price, quantity]) => all + price * quantity, base);
      return total === sum / 100 && Math.round(total * 100) === sum;
    }),
  );
});

test('an extra is in the cart once, with a quantity from one to fifty', () => {
  store.chooseGig(gig(100));
  store.toggleExtra(extra('logo', 5));
  for (const [asked, expected] of [
    [0, 1],
    [-3, 1],
    [Number.NaN, 1],
    [2.9, 2],
    [Number.POSITIVE_INFINITY, MAX_EXTRA_QUANTITY],
    [999, MAX_EXTRA_QUANTITY],
  ] as const) {
    store.setQuantity('logo', asked);
    expect(cart().extraFeatures, String(asked)).toMatchObject([{ id: 'logo', quantity: expected }]);
  }
  store.toggleExtra(extra('logo', 5));
  expect(cart().extraFeatures).toEqual([]);
  store.setQuantity('logo', 4);
  expect(cart().extraFeatures).toEqual([]);
});

test('every change of the cart makes a new checkout id', () => {
  store.chooseGig(gig(100));
  const seen = [cart().checkoutId];
  for (const change of [
    () => store.toggleExtra(extra('logo', 5)),
    () => store.setQuantity('logo', 2),
    () => store.toggleExtra(extra('logo', 5)),
    () => store.newCheckout(),
    () => store.chooseGig(gig(200)),
    () => store.chooseGig(gig(100, 'another-gig')),
  ]) {
    change();
    seen.push(cart().checkoutId);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.every((id) => /^[\da-f-]{36}$/.test(id))).toBe(true);
});

test('another plan of the same gig keeps the extras, another gig does not', () => {
  store.chooseGig(gig(100));
  store.toggleExtra(extra('logo', 5));
  store.chooseGig(gig(200));
  expect(cart()).toMatchObject({ selectedPlan: { price: 200 }, extraFeatures: [{ id: 'logo' }] });
  store.chooseGig(gig(200, 'another-gig'));
  expect(cart().extraFeatures).toEqual([]);
});

test('a discount is a line that leaves a rupee, and a changed cart keeps it', () => {
  store.chooseGig(gig(100));
  const { checkoutId } = cart();
  const code = { _id: 'a-code', code: 'MONSOON', percent: 15, amount: null };
  store.newCheckout({ discount: code });
  expect(cart().checkoutId).not.toBe(checkoutId);
  store.toggleExtra(extra('logo', 4.35));
  expect(store.discountOf(cart())).toEqual({ name: 'Code MONSOON, 15 % off', price: -15.65 });
  expect(store.cartTotal(cart())).toBe(88.7);
  expect(store.$total.get(), 'the dialog shows the price before it').toBe(104.35);
  expect(store.checkoutPath()).toContain('code=MONSOON');
  store.chooseGig(gig(200));
  store.newCheckout({ discount: { ...code, percent: null, amount: 5_000 } });
  expect(store.cartTotal(cart())).toBe(1);
  store.chooseGig(gig(200, 'another-gig'));
  expect(store.discountOf(cart())).toBeUndefined();
});

test('a cart with an order keeps its checkout id', () => {
  store.chooseGig(gig(100));
  const { checkoutId } = cart();
  store.rememberOrder('order-1');
  store.newCheckout();
  expect(cart()).toMatchObject({ checkoutId, orderId: 'order-1' });
});

// The first milestone may be paid in one tab while another tab can still change the extras.
test('extras changed after the first milestone never reuse the checkout id for another order', () => {
  store.chooseGig(gig(100));
  const { checkoutId } = cart();
  store.rememberOrder('order-1');
  store.toggleExtra(extra('logo', 5));
  store.setQuantity('logo', 3);
  if (cart().orderId) expect(cart().checkoutId).toBe(checkoutId);
  else expect(cart().checkoutId).not.toBe(checkoutId);
});

test('choosing a gig again after an order starts a new cart', () => {
  store.chooseGig(gig(100));
  store.toggleExtra(extra('logo', 5));
  store.rememberOrder('order-1');
  store.chooseGig(gig(100));
  expect(cart()).toMatchObject({ extraFeatures: [] });
  expect(cart().orderId).toBeUndefined();
});

test('changing a missing cart does nothing', () => {
  store.toggleExtra(extra('logo', 5));
  store.setQuantity('logo', 5);
  store.newCheckout();
  store.rememberOrder('order-1');
  expect(store.$cart.get()).toBeNull();
  expect(store.$total.get()).toBe(0);
});

const reload = async (text: string) => {
  storage[CART_KEY] = text;
  vi.resetModules();
  const { setPersistentEngine: set } = await import('@nanostores/persistent');
  set(storage, { addEventListener() {}, removeEventListener() {} });
  return load();
};

test('a cart survives a reload', async () => {
  store.chooseGig(gig(1.15));
  store.toggleExtra(extra('logo', 4.35));
  const before = cart();
  const reloaded = await reload(storage[CART_KEY] ?? '');
  expect(reloaded.$cart.get()).toEqual(before);
  expect(reloaded.$total.get()).toBe(5.5);
});

test('an unreadable cart is ignored', async () => {
  for (const text of ['', '{', 'null', '5', '[]', '{}', '{"checkoutId":"x"}']) {
    const { $cart, $total } = await reload(text);
    expect(() => $total.get(), text).not.toThrow();
    expect($cart.get(), text).toBeNull();
  }
});
