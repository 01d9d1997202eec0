import { expect } from 'vitest';
import { ABROAD } from '../support/currencies.ts';
import fc from '../support/fast-check.ts';
import type { Answer } from '../support/http-client.ts';
import { ADDRESS, orderBody, STORE, WEBSITE } from '../support/people.ts';
import { gigOpensWhenPaid, isOffered, offerOf } from './catalog-steps.ts';
import {
  type BuyerModel,
  isClosed,
  isCompany,
  livesAbroad,
  type Model,
  newInstalment,
  newOrder,
  nextInstalment,
  type OrderModel,
  paidOf,
} from './model.ts';
import { buyerAt, hasAccount, hasBuyer, hearOfAttempts, pick, step } from './step.ts';

const API = '/api/v1/gig';
const nth = fc.nat({ max: 30 });

// An invented number with a valid check digit.
const GSTIN = '29AAPFU0939F1ZR';

export function addressOf(buyer: BuyerModel) {
  const { name, email } = buyer;
  const address = { ...(livesAbroad(buyer) ? ABROAD : ADDRESS), lastName: name, email };
  if (!isCompany(buyer)) return address;
  return { ...address, state: 'Karnataka', companyName: `${name} Works`, gstin: GSTIN };
}

export const whatToPlace = fc.record({
  who: fc.nat({ max: 2 }),
  gig: fc.constantFrom(WEBSITE, STORE),
  plan: fc.nat({ max: 2 }),
  type: fc.constantFrom('Full', 'Milestone'),
  /** Whether a buyer abroad chooses dollars. */
  wantsDollars: fc.boolean(),
});
type Choice = typeof whatToPlace extends fc.Arbitrary<infer T> ? T : never;

export const placing = whatToPlace.map((what) =>
  step({
    scenario: ({ buyers }) => `${buyers[what.who]?.name} places an order, ${what.type}`,
    possible: (model) => canPlace(model, what),
    async run(model, { app }) {
      await hearOfAttempts(model, app, buyerAt(model, what.who));
      await placeOrder(model, what);
    },
  }),
);

export const canPlace = (model: Model, { who, gig }: Choice): boolean =>
  hasAccount(model, who) && isOffered(model, gig);

/** Places an order; `before` may try the same checkout first. */
export async function placeOrder(
  model: Model,
  { who, gig, plan, type, wantsDollars }: Choice,
  before?: (place: () => Promise<Answer>) => Promise<void>,
): Promise<void> {
  const buyer = buyerAt(model, who);
  const { body } = await buyer.person.get(`${API}/get/${gig}`);
  const chosen = body.gig.PricingPlans[plan % body.gig.PricingPlans.length];
  const isForeign = wantsDollars && livesAbroad(buyer) && model.sellsDollars;
  const currency = isForeign ? 'USD' : 'INR';
  const price: number = isForeign ? chosen.priceUsd : chosen.price;
  const sent = await orderBody(buyer.person, {
    orderItems: [{ gigId: gig, selectedPlan: { planType: chosen.planType }, extraFeatures: [] }],
    addressInfo: addressOf(buyer),
    totalAmount: price,
    paymentType: type,
    currency,
    opensWhenPaid: gigOpensWhenPaid(model, gig),
  });
  const place = () => buyer.person.post(`${API}/order/place`, sent);
  await before?.(place);
  const placed = await place();
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const total = Math.round(price * 100);
  const first = type === 'Full' ? total : Math.ceil(total / 2);
  const amounts = type === 'Full' ? [total] : [first, total - first];
  expect(placed.body, 'what is due now').toMatchObject({ amount: first, currency });
  const found = await buyer.person.get(`${API}/order/checkout/${sent.checkoutId}`);
  newOrder(model, {
    ...{ buyer, id: found.body.orderId, cart: sent, gigId: gig, currency },
    offer: offerOf(model, gig),
    opensWhenPaid: gigOpensWhenPaid(model, gig),
    instalments: amounts.map((amount, at) => ({
      ...newInstalment(amount, at === 0 ? 'accepting' : 'delivery'),
      checkout: at === 0 ? placed.body.orderId : null,
    })),
    maxRevisions: chosen.revisionCount,
  });
}

/** An unpaid checkout is priced again: what is not offered any more, or at another price, is refused. */
function reasonUnpaid(model: Model, order: OrderModel): 404 | 409 | null {
  const { gigId, offer, currency } = order;
  if (!isOffered(model, gigId)) return 404;
  if (currency === 'USD' && !model.sellsDollars) return 409;
  return offerOf(model, gigId) === offer ? null : 409;
}

const placingAgain = nth.map((at) =>
  step({
    scenario: (model) => `the buyer sends the checkout of ${pick(model, at).label} again`,
    possible: (model) => hasBuyer(model, at) && pick(model, at).cart !== null,
    async run(model, { app }) {
      const order = pick(model, at);
      await hearOfAttempts(model, app, order.buyer);
      const again = await order.buyer.person.post(`${API}/order/place`, order.cart);
      const open = nextInstalment(order);
      const closed = isClosed(model, order);
      const rejection = paidOf(model, order) > 0 ? null : reasonUnpaid(model, order);
      expect(again.status, JSON.stringify(again.body)).toBe(
        rejection ?? (open && !closed ? 201 : 409),
      );
      if (!open || closed || rejection) return;
      expect(again.body).toMatchObject({ amount: open.amount, currency: order.currency });
      if (open.checkout) expect(again.body.orderId).toBe(open.checkout);
      open.checkout = again.body.orderId;
    },
  }),
);

const openingRest = nth.map((at) =>
  step({
    scenario: (model) => `the buyer asks to pay the rest of ${pick(model, at).label}`,
    possible: (model) => hasBuyer(model, at),
    async run(model, { app }) {
      const order = pick(model, at);
      await hearOfAttempts(model, app, order.buyer);
      const call = `${API}/order/payRemainingAmount`;
      const answer = await order.buyer.person.post(call, { orderId: order.id });
      const open = nextInstalment(order);
      const payable = open && paidOf(model, order) > 0 && !isClosed(model, order);
      expect(answer.status, JSON.stringify(answer.body)).toBe(payable ? 200 : 409);
      if (!payable) return;
      expect(answer.body).toMatchObject({ amount: open.amount, currency: order.currency });
      open.checkout = answer.body.orderId;
    },
  }),
);

export const checkoutSteps = [placing, placingAgain, openingRest];
