import { expect } from 'vitest';
import { cancel } from '../../support/cancellation.ts';
import { buyerAnswers } from '../../support/changes.ts';
import type { Person } from '../../support/http-client.ts';
import { CARD, place, verify } from '../../support/payments.ts';
import { WEBSITE } from '../../support/people.ts';
import { accept, decline } from '../../support/quotes.ts';
import { promise, promiseStatus } from './promises.ts';
import type { Scene } from './scene.ts';

const API = '/api/v1/gig';

/** Pays at the bank, whose dialog refuses a checkout that is already paid. */
function payAtBank({ app }: Scene, checkout: string, outcome: 'captured' | 'failed' = 'captured') {
  const { orders } = app.sandbox.records();
  if (orders.find(({ id }) => id === checkout)?.status === 'paid') return null;
  try {
    return app.sandbox.pay(checkout, { ...CARD, outcome });
  } catch (error) {
    if (/already/i.test(String(error))) return null;
    throw error;
  }
}

async function report(scene: Scene, tab: Person, result: Scene['results'][number]) {
  const answer = await verify(tab, result);
  const id = result.razorpay_payment_id;
  promise(scene, answer, 'a confirmed payment is recorded', [
    'payments',
    id,
    { status: expect.stringMatching(/settled|surplus/) },
  ]);
}

/** Opens what is due, pays it at the bank and reports it, or closes the tab before. */
async function pay(scene: Scene, tab: Person, how: 'reports' | 'leaves' | 'fails' = 'reports') {
  const { orderId } = scene;
  if (!orderId) return;
  const again = await tab.post(`${API}/order/payAgain`, { orderId });
  if (again.status !== 200) return;
  const result = payAtBank(scene, again.body.orderId, how === 'fails' ? 'failed' : 'captured');
  if (!result) return;
  if (how === 'fails') return;
  scene.results.push(result);
  if (how === 'reports') await report(scene, tab, result);
}

async function reportLast(scene: Scene, tab: Person): Promise<void> {
  const result = scene.results.at(-1);
  if (result) await report(scene, tab, result);
}

async function readAndCancel(scene: Scene): Promise<void> {
  const [tab] = scene.tabs;
  if (!scene.orderId) return;
  const { order } = (await tab.get(`${API}/order/${scene.orderId}`)).body;
  if (!order?.cancellation) return;
  const { refund } = order.cancellation;
  const answer = await cancel(tab, scene.orderId, refund);
  if (answer.status === 200) scene.cancelledFor = Math.round(refund * 100);
  const row = { cancelled_at: expect.any(String) };
  promise(scene, answer, 'a cancelled order is cancelled', ['orders', scene.orderId, row]);
}

async function acceptDelivery(scene: Scene): Promise<void> {
  if (!scene.orderId) return;
  const answer = await scene.tabs[0].post(`${API}/delivery/accept`, { orderId: scene.orderId });
  promiseStatus(scene, answer, scene.orderId, 'Completed');
}

async function acceptChange(scene: Scene, tab: Person): Promise<void> {
  const answer = await buyerAnswers(tab, scene.changeId, 'accept');
  promise(scene, answer, 'an accepted change is accepted', [
    'order_changes',
    scene.changeId,
    { status: 'Accepted' },
  ]);
}

async function acceptQuote(scene: Scene, tab: Person): Promise<void> {
  if (!scene.quoteId) return;
  const answer = await accept(tab, scene.quoteId);
  if (answer.status === 201) scene.orderId = answer.body.order;
  // It expires if its first part is not paid in time.
  const status = expect.stringMatching(/Accepted|Expired/);
  promise(scene, answer, 'an accepted quote is accepted', ['quotes', scene.quoteId, { status }]);
}

async function declineQuote(scene: Scene): Promise<void> {
  if (!scene.quoteId) return;
  const answer = await decline(scene.tabs[0], scene.quoteId);
  const row = { status: 'Declined', order_id: null };
  promise(scene, answer, 'a declined quote is declined', ['quotes', scene.quoteId, row]);
}

async function placeAgain(scene: Scene, tab: Person): Promise<void> {
  if (scene.cart['checkoutId']) await place(tab, scene.cart);
}

async function requestRevision(scene: Scene, tab: Person): Promise<void> {
  const { orderId, revisionId: requestId } = scene;
  const sent = { orderId, requestId, revisionDescription: 'Calmer, please.' };
  const answer = await tab.post(`${API}/order/revision-request`, sent);
  promise(scene, answer, 'a revision is requested', ['revisions', requestId, {}]);
}

const review = (scene: Scene, tab: Person, rating: number) =>
  tab.post(`${API}/review`, {
    ...{ gigId: WEBSITE, orderId: scene.orderId, rating, comment: 'Delivered what was agreed.' },
  });

async function write(scene: Scene, tab: Person): Promise<void> {
  const clientId = scene.revisionId;
  const sent = { orderId: scene.orderId, messageText: 'When is it done?', clientId };
  const answer = await tab.post('/api/v1/communicate/send-message', sent);
  promise(scene, answer, 'a message is stored', ['messages', clientId, {}]);
}

export const BUYER_ACTIONS = {
  'the buyer pays what is due': (scene) => pay(scene, scene.tabs[0]),
  'the buyer pays what is due in a second tab': (scene) => pay(scene, scene.tabs[1]),
  'the buyer pays what is due and closes the tab': (scene) => pay(scene, scene.tabs[0], 'leaves'),
  'the bank refuses a payment of the buyer': (scene) => pay(scene, scene.tabs[1], 'fails'),
  'the browser reports the last payment': (scene) => reportLast(scene, scene.tabs[0]),
  'the second tab reports the last payment': (scene) => reportLast(scene, scene.tabs[1]),
  'the buyer asks the bank about the order': ({ tabs: [tab], orderId }) =>
    tab.post(`${API}/order/${orderId}/money/check`),
  'the buyer cancels the order': readAndCancel,
  'the buyer accepts the delivery': acceptDelivery,
  'the buyer accepts the change': (scene) => acceptChange(scene, scene.tabs[0]),
  'the buyer accepts the change in a second tab': (scene) => acceptChange(scene, scene.tabs[1]),
  'the buyer declines the change': ({ tabs: [tab], changeId }) =>
    buyerAnswers(tab, changeId, 'decline'),
  'the buyer accepts the quote': (scene) => acceptQuote(scene, scene.tabs[0]),
  'the buyer accepts the quote in a second tab': (scene) => acceptQuote(scene, scene.tabs[1]),
  'the buyer declines the quote': declineQuote,
  'the buyer places the order again': (scene) => placeAgain(scene, scene.tabs[0]),
  'the buyer places the order again in a second tab': (scene) => placeAgain(scene, scene.tabs[1]),
  'the buyer requests a revision': (scene) => requestRevision(scene, scene.tabs[0]),
  'the second tab requests the same revision': (scene) => requestRevision(scene, scene.tabs[1]),
  'the buyer writes a review': (scene) => review(scene, scene.tabs[0], 5),
  'the second tab writes a review': (scene) => review(scene, scene.tabs[1], 4),
  'the buyer sends a message': (scene) => write(scene, scene.tabs[0]),
  'the second tab sends the same message': (scene) => write(scene, scene.tabs[1]),
} satisfies Record<string, (scene: Scene) => Promise<unknown>>;
