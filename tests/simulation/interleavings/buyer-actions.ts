import { expect } from 'vitest';
import { cancelOrder } from '../../support/cancellation.ts';
import { buyerAnswers } from '../../support/changes.ts';
import type { Person } from '../../support/http-client.ts';
import { CAPTURED, placeOrder, verifyPayment } from '../../support/payments.ts';
import { WEBSITE } from '../../support/people.ts';
import { acceptQuote, declineQuote } from '../../support/quotes.ts';
import { expectRow, expectStatus } from './expected-rows.ts';
import type { Setup } from './setup.ts';

const API = '/api/v1/gig';

/** Pays at the bank, whose dialog refuses a checkout that is already paid. */
export function payAtBank(
  { app }: Setup,
  checkout: string,
  outcome: 'captured' | 'failed' | 'created' = 'captured',
) {
  const { orders } = app.sandbox.records();
  if (orders.find(({ id }) => id === checkout)?.status === 'paid') return null;
  try {
    return app.sandbox.pay(checkout, { ...CAPTURED, outcome });
  } catch (error) {
    if (/already/i.test(String(error))) return null;
    throw error;
  }
}

async function report(setup: Setup, tab: Person, result: Setup['results'][number]) {
  const answer = await verifyPayment(tab, result);
  const id = result.razorpay_payment_id;
  expectRow(setup, answer, 'a confirmed payment is recorded', [
    'payments',
    id,
    { status: expect.stringMatching(/settled|surplus/) },
  ]);
}

/** Opens what is due, pays it at the bank and reports it, or closes the tab before. */
async function pay(setup: Setup, tab: Person, how: 'reports' | 'leaves' | 'fails' = 'reports') {
  const { orderId } = setup;
  if (!orderId) return;
  const again = await tab.post(`${API}/order/payAgain`, { orderId });
  if (again.status !== 200) return;
  const result = payAtBank(setup, again.body.orderId, how === 'fails' ? 'failed' : 'captured');
  if (!result) return;
  if (how === 'fails') return;
  setup.results.push(result);
  if (how === 'reports') await report(setup, tab, result);
}

async function reportLast(setup: Setup, tab: Person): Promise<void> {
  const result = setup.results.at(-1);
  if (result) await report(setup, tab, result);
}

async function readAndCancel(setup: Setup): Promise<void> {
  const [tab] = setup.tabs;
  if (!setup.orderId) return;
  const { order } = (await tab.get(`${API}/order/${setup.orderId}`)).body;
  if (!order?.cancellation) return;
  const { refund } = order.cancellation;
  const answer = await cancelOrder(tab, setup.orderId, refund);
  if (answer.status === 200) setup.cancelledFor = Math.round(refund * 100);
  const row = { cancelled_at: expect.any(String) };
  expectRow(setup, answer, 'a cancelled order is cancelled', ['orders', setup.orderId, row]);
}

async function acceptDelivery(setup: Setup): Promise<void> {
  if (!setup.orderId) return;
  const answer = await setup.tabs[0].post(`${API}/delivery/accept`, { orderId: setup.orderId });
  expectStatus(setup, answer, setup.orderId, 'Completed');
}

async function acceptChange(setup: Setup, tab: Person): Promise<void> {
  const answer = await buyerAnswers(tab, setup.changeId, 'accept');
  expectRow(setup, answer, 'an accepted change is accepted', [
    'order_changes',
    setup.changeId,
    { status: 'Accepted' },
  ]);
}

async function acceptSentQuote(setup: Setup, tab: Person): Promise<void> {
  if (!setup.quoteId) return;
  const answer = await acceptQuote(tab, setup.quoteId);
  if (answer.status === 201) setup.orderId = answer.body.order;
  // It expires if its first part is not paid in time.
  const status = expect.stringMatching(/Accepted|Expired/);
  expectRow(setup, answer, 'an accepted quote is accepted', ['quotes', setup.quoteId, { status }]);
}

async function declineSentQuote(setup: Setup): Promise<void> {
  if (!setup.quoteId) return;
  const answer = await declineQuote(setup.tabs[0], setup.quoteId);
  const row = { status: 'Declined', order_id: null };
  expectRow(setup, answer, 'a declined quote is declined', ['quotes', setup.quoteId, row]);
}

async function placeAgain(setup: Setup, tab: Person): Promise<void> {
  if (setup.cart['checkoutId']) await placeOrder(tab, setup.cart);
}

async function requestRevision(setup: Setup, tab: Person): Promise<void> {
  const { orderId, revisionId: requestId } = setup;
  const sent = { orderId, requestId, revisionDescription: 'Calmer, please.' };
  const answer = await tab.post(`${API}/order/revision-request`, sent);
  expectRow(setup, answer, 'a revision is requested', ['revisions', requestId, {}]);
}

const review = (setup: Setup, tab: Person, rating: number) =>
  tab.post(`${API}/review`, {
    ...{ gigId: WEBSITE, orderId: setup.orderId, rating, comment: 'Delivered what was agreed.' },
  });

async function write(setup: Setup, tab: Person): Promise<void> {
  const clientId = setup.revisionId;
  const sent = { orderId: setup.orderId, messageText: 'When is it done?', clientId };
  const answer = await tab.post('/api/v1/communicate/send-message', sent);
  expectRow(setup, answer, 'a message is stored', ['messages', clientId, {}]);
}

export const BUYER_ACTIONS = {
  'the buyer pays what is due': (setup) => pay(setup, setup.tabs[0]),
  'the buyer pays what is due in a second tab': (setup) => pay(setup, setup.tabs[1]),
  'the buyer pays what is due and closes the tab': (setup) => pay(setup, setup.tabs[0], 'leaves'),
  'the bank refuses a payment of the buyer': (setup) => pay(setup, setup.tabs[1], 'fails'),
  'the browser reports the last payment': (setup) => reportLast(setup, setup.tabs[0]),
  'the second tab reports the last payment': (setup) => reportLast(setup, setup.tabs[1]),
  'the buyer asks the bank about the order': ({ tabs: [tab], orderId }) =>
    tab.post(`${API}/order/${orderId}/money/check`),
  'the buyer cancels the order': readAndCancel,
  'the buyer accepts the delivery': acceptDelivery,
  'the buyer accepts the change': (setup) => acceptChange(setup, setup.tabs[0]),
  'the buyer accepts the change in a second tab': (setup) => acceptChange(setup, setup.tabs[1]),
  'the buyer declines the change': ({ tabs: [tab], changeId }) =>
    buyerAnswers(tab, changeId, 'decline'),
  'the buyer accepts the quote': (setup) => acceptSentQuote(setup, setup.tabs[0]),
  'the buyer accepts the quote in a second tab': (setup) => acceptSentQuote(setup, setup.tabs[1]),
  'the buyer declines the quote': declineSentQuote,
  'the buyer places the order again': (setup) => placeAgain(setup, setup.tabs[0]),
  'the buyer places the order again in a second tab': (setup) => placeAgain(setup, setup.tabs[1]),
  'the buyer requests a revision': (setup) => requestRevision(setup, setup.tabs[0]),
  'the second tab requests the same revision': (setup) => requestRevision(setup, setup.tabs[1]),
  'the buyer writes a review': (setup) => review(setup, setup.tabs[0], 5),
  'the second tab writes a review': (setup) => review(setup, setup.tabs[1], 4),
  'the buyer sends a message': (setup) => write(setup, setup.tabs[0]),
  'the second tab sends the same message': (setup) => write(setup, setup.tabs[1]),
} satisfies Record<string, (setup: Setup) => Promise<unknown>>;
