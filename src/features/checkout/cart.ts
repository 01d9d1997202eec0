import { computed } from 'nanostores';
import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';
import type { DiscountDto } from '../../../api/modules/orders/discounts/discounts.ts';
import { discountLine } from '../../../api/modules/orders/discounts/rules.ts';
import {
  MAX_EXTRA_QUANTITY,
  type PaymentType,
  totalOf,
} from '../../../api/modules/orders/rules.ts';
import { type Currency, toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { persistentAtom } from '../../lib/persistent.ts';
import { browserStorage } from '../../lib/storage.ts';
import { CART_KEY } from '../../lib/storage-keys.ts';

type CartPlan = Omit<PlanDto, '_id'>;

interface CartExtra {
  id: string;
  name: string;
  description: string;
  price: number;
  quantity: number;
}

/** What the buyer is about to order; prices are for display: the server computes the total. */
export interface Cart {
  /** Makes placing idempotent: one checkout, one order. */
  checkoutId: string;
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  /** Of all its prices; rupees when absent. */
  currency?: Currency;
  selectedPlan: CartPlan;
  extraFeatures: CartExtra[];
  /** A code that was typed, or came with a link, until the server has said what it is worth. */
  code?: string | undefined;
  /** What a code has found. */
  discount?: DiscountDto | undefined;
  /** Full when absent. */
  paymentType?: PaymentType;
  /** Set once the first milestone is paid; the cart is then used to pay the remainder. */
  orderId?: string;
}

/** Whether the stored value is a cart, not outdated or corrupt. */
function isCart(stored: unknown): stored is Cart {
  const cart = stored as Partial<Cart> | null;
  return (
    typeof cart?.checkoutId === 'string' &&
    typeof cart.gigId === 'string' &&
    typeof cart.title === 'string' &&
    typeof cart.thumbnailImage?.url === 'string' &&
    typeof cart.selectedPlan?.price === 'number' &&
    Array.isArray(cart.selectedPlan.features) &&
    Array.isArray(cart.extraFeatures)
  );
}

export const $cart = persistentAtom<Cart | null>(CART_KEY, null, {
  encode: JSON.stringify,
  decode: (text) => {
    try {
      const stored: unknown = JSON.parse(text);
      return isCart(stored) ? stored : null;
    } catch {
      return null;
    }
  },
});

export const $paymentType = computed($cart, (cart): PaymentType => cart?.paymentType ?? 'Full');

export const currencyOf = ({ currency = 'INR' }: Pick<Cart, 'currency'>): Currency => currency;

/** Before a discount, which the checkout shows. */
export const $total = computed($cart, (cart) => (cart ? toRupees(fullPrice(cart)) : 0));

const inPaise = <T extends { price: number }>(item: T): T => ({
  ...item,
  price: toPaise(item.price),
});

const fullPrice = (cart: Cart): number =>
  totalOf(inPaise(cart.selectedPlan), cart.extraFeatures.map(inPaise));

/** What the code takes off, as a line beside the extras. */
export function discountOf(cart: Cart): { name: string; price: number } | undefined {
  const { discount } = cart;
  if (!discount) return undefined;
  const amount = discount.amount === null ? null : toPaise(discount.amount);
  const { name, price } = discountLine(fullPrice(cart), { ...discount, amount });
  return { name, price: toRupees(price) };
}

export const cartTotal = (cart: Cart): number =>
  toRupees(fullPrice(cart) + toPaise(discountOf(cart)?.price ?? 0));

/** Starts a cart; for the same gig the chosen extras and the discount stay. */
export function chooseGig(choice: {
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  /** With the price in this currency. */
  plan: CartPlan;
  currency?: Currency;
}): void {
  const open = $cart.get();
  const same =
    open?.gigId === choice.gigId && currencyOf(open) === currencyOf(choice) && !open.orderId;
  $cart.set({
    checkoutId: crypto.randomUUID(),
    gigId: choice.gigId,
    title: choice.title,
    thumbnailImage: choice.thumbnailImage,
    ...(choice.currency ? { currency: choice.currency } : {}),
    selectedPlan: choice.plan,
    extraFeatures: same ? open.extraFeatures : [],
    code:
      new URLSearchParams(globalThis.location?.search).get('code') ??
      (same ? open.code : undefined),
    discount: same ? open.discount : undefined,
  });
}

/** The address of the checkout; it names what is ordered, for a browser that does not hold the cart. */
export function checkoutPath(): string {
  const cart = $cart.get();
  if (!cart || cart.orderId) return '/process-payment';
  const { gigId, selectedPlan, extraFeatures } = cart;
  const query = new URLSearchParams({ gig: gigId, plan: selectedPlan.planType });
  if (currencyOf(cart) !== 'INR') query.set('currency', currencyOf(cart));
  const code = cart.discount?.code ?? cart.code;
  if (code) query.set('code', code);
  for (const { id, quantity } of extraFeatures) query.append('extra', `${quantity} ${id}`);
  return `/process-payment?${query}`;
}

/** Where an order goes on; the address names what is ordered only where the next page would not find the cart. */
export const nextPath = (): string =>
  browserStorage.isKept(CART_KEY) ? '/process-payment' : checkoutPath();

/** Adds the extra, or removes it. A changed cart is a new checkout. */
export function toggleExtra(extra: {
  _id: string;
  name: string;
  description: string;
  price: number;
}): void {
  edit((cart) => {
    const chosen = cart.extraFeatures.some((each) => each.id === extra._id);
    if (chosen) return cart.extraFeatures.filter((each) => each.id !== extra._id);
    const { _id: id, name, description, price } = extra;
    return [...cart.extraFeatures, { id, name, description, price, quantity: 1 }];
  });
}

export function setQuantity(extraId: string, quantity: number): void {
  const limited = Math.min(MAX_EXTRA_QUANTITY, Math.max(1, Math.trunc(quantity) || 1));
  edit((cart) =>
    cart.extraFeatures.map((each) => (each.id === extraId ? { ...each, quantity: limited } : each)),
  );
}

/** A changed cart or payment type is a new checkout, unless the order is already placed. */
export function newCheckout(
  change: Partial<Pick<Cart, 'paymentType' | 'code' | 'discount'>> = {},
): void {
  const cart = $cart.get();
  if (cart && !cart.orderId) {
    $cart.set({ ...cart, ...change, checkoutId: crypto.randomUUID() });
  }
}

/** Keeps what is typed as a code; the cart changes when it is used. */
export function typeCode(code: string): void {
  const cart = $cart.get();
  if (cart) $cart.set({ ...cart, code: code.trim() || undefined });
}

export function rememberOrder(orderId: string): void {
  const cart = $cart.get();
  if (cart) $cart.set({ ...cart, orderId });
}

export const clearCart = (): void => $cart.set(null);

function edit(toExtras: (cart: Cart) => CartExtra[]): void {
  const cart = $cart.get();
  if (!cart || cart.orderId) return;
  $cart.set({
    ...cart,
    checkoutId: crypto.randomUUID(),
    extraFeatures: toExtras(cart),
  });
}
