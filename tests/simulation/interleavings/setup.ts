import { expect } from 'vitest';
import type { CheckoutResult } from '../../../api/razorpay-sandbox/types.ts';
import { ownerProposes } from '../../support/changes.ts';
import fc from '../../support/fast-check.ts';
import type { Answer, Person } from '../../support/http-client.ts';
import { CAPTURED, placeOrder, verifyPayment } from '../../support/payments.ts';
import { insertBuyer, orderBody, ownerOf, signedIn } from '../../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../../support/quotes.ts';
import type { ScheduledApp } from './scheduled-app.ts';

/** The state in which a scenario begins. */
export interface InitialState {
  sale: 'in full' | 'in two milestones' | 'by a quote in three instalments';
  order:
    | 'the quote is sent'
    | 'the order is placed'
    | 'the bank has the money'
    | 'the first instalment is paid'
    | 'the work is accepted'
    | 'the work is delivered';
  /** Whether the bank only authorizes payments, so that the app captures them. */
  bank: 'captures' | 'authorizes';
}

export const initialStates = fc.record<InitialState>({
  sale: fc.constantFrom('in full', 'in two milestones', 'by a quote in three instalments'),
  order: fc.constantFrom(
    ...(['the quote is sent', 'the order is placed', 'the bank has the money'] as const),
    ...(['the first instalment is paid', 'the work is accepted', 'the work is delivered'] as const),
  ),
  bank: fc.constantFrom('captures', 'captures', 'authorizes'),
});

/** Who and what takes part in a scenario: one order, and two tabs of its buyer. */
export interface Setup {
  app: ScheduledApp;
  owner: Person;
  tabs: readonly [Person, Person];
  /** What the browser sends to place the order. */
  cart: Record<string, unknown>;
  quoteId: string | null;
  /** Unknown until a quote is accepted. */
  orderId: string | null;
  /** The newest proposed change, which is proposed once in a scenario. */
  changeId: string;
  revisionId: string;
  /** Everything that was paid at the bank, as its dialog reports it. */
  results: CheckoutResult[];
  /** The requests that a UPI app has not answered. */
  attempts: CheckoutResult[];
  /** The refunds that the owner asked for, by the id that the browser sends. */
  refunds: Map<string, number>;
  /** The refund of which the buyer read when the order was cancelled, in paise. */
  cancelledFor: number | null;
  /** What somebody was promised by a 2xx answer, with a check that it has happened. */
  expectedRows: { what: string; check: () => Promise<void> }[];
}

export async function setUp(
  app: ScheduledApp,
  { sale, order, bank }: InitialState,
): Promise<Setup> {
  app.sandbox.faults.capture = bank === 'captures' ? 'automatic' : 'manual';
  const { person: tab, user } = await insertBuyer(app, {});
  const setup: Setup = {
    ...{ app, owner: await ownerOf(app), tabs: [tab, await signedIn(app, user.id)] },
    ...{ cart: {}, quoteId: null, orderId: null },
    ...{ changeId: crypto.randomUUID(), revisionId: crypto.randomUUID() },
    ...{ results: [], attempts: [], refunds: new Map(), cancelledFor: null, expectedRows: [] },
  };
  const checkout = await sell(setup, sale, order === 'the quote is sent');
  if (!checkout || order === 'the order is placed') return setup;
  const result = app.sandbox.pay(checkout, CAPTURED);
  setup.results.push(result);
  if (order === 'the bank has the money') return setup;
  setup.orderId = expectDone(await verifyPayment(tab, result)).order._id;
  const path = `/api/v1/desk/orders/${setup.orderId}`;
  if (order === 'the first instalment is paid') return setup;
  expectDone(await setup.owner.post(`${path}/accept`, {}));
  expectDone(await ownerProposes(setup.owner, setup.orderId ?? '', { changeId: setup.changeId }));
  if (order === 'the work is delivered')
    expectDone(await setup.owner.post(`${path}/deliver`, { message: 'Done' }));
  return setup;
}

/** Sells the order; returns the checkout of its first instalment, unless a quote is only sent. */
async function sell(
  setup: Setup,
  sale: InitialState['sale'],
  isQuoteOpen: boolean,
): Promise<string | null> {
  const [tab] = setup.tabs;
  if (sale === 'by a quote in three instalments' || isQuoteOpen) {
    setup.quoteId = await sendQuote(setup.owner, await askQuestion(tab));
    if (isQuoteOpen) return null;
    const { order, orderId } = expectDone(await acceptQuote(tab, setup.quoteId));
    setup.orderId = order;
    return orderId;
  }
  setup.cart = await orderBody(tab, { paymentType: sale === 'in full' ? 'Full' : 'Milestone' });
  const { orderId } = expectDone(await placeOrder(tab, setup.cart));
  const { checkoutId } = setup.cart;
  setup.orderId = (await tab.get(`/api/v1/gig/order/checkout/${checkoutId}`)).body.orderId;
  return orderId;
}

function expectDone({ status, body }: Answer): Answer['body'] {
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}
