import { expect } from 'vitest';
import { DAY } from '../../../api/platform/clock.ts';
import { ownerAnswers, ownerProposes } from '../../support/changes.ts';
import { adminPayments } from '../../support/payments.ts';
import { withdraw } from '../../support/quotes.ts';
import { promise, promiseStatus } from './promises.ts';
import type { Scene } from './scene.ts';

const DESK = '/api/v1/desk';
const MOVES = { accept: 'Accepted', reject: 'Rejected', deliver: 'Delivered' } as const;
const BODIES = { accept: {}, reject: { reason: 'No time.' }, deliver: { message: 'Done.' } };

const move = (to: keyof typeof MOVES) => async (scene: Scene) => {
  const { owner, orderId } = scene;
  if (!orderId) return;
  const answer = await owner.post(`${DESK}/orders/${orderId}/${to}`, BODIES[to]);
  promiseStatus(scene, answer, orderId, MOVES[to]);
};

/** Refunds a share of the first payment, under an id that the browser keeps for a second click. */
const refund = (share: number) => async (scene: Scene) => {
  const paymentId = scene.results[0]?.razorpay_payment_id;
  const { payments } = scene.app.sandbox.records();
  const paid = payments.find(({ id }) => id === paymentId);
  if (!paymentId || !paid) return;
  const refundId = crypto.randomUUID();
  const amount = Math.round(paid.amount * share);
  scene.refunds.set(refundId, amount);
  const sent = { refundId, amount: amount / 100, reason: 'Agreed.' };
  const click = () => adminPayments.refund(scene.owner, paymentId, sent);
  for (const answer of await Promise.all([click(), click()])) {
    const row = { status: 'processed', amount };
    promise(scene, answer, 'a refund is made', ['refunds', refundId, row]);
  }
};

async function waiveLast(scene: Scene): Promise<void> {
  const { owner, orderId } = scene;
  if (!orderId) return;
  const { order } = (await owner.get(`${DESK}/orders/${orderId}`)).body;
  const last = order?.parts.at(-1)?._id;
  if (!last) return;
  const answer = await owner.post(`${DESK}/payments/instalments/${last}/waive`, {});
  const row = { waived_at: expect.any(String), payment_id: null };
  promise(scene, answer, 'a waived instalment is waived', ['instalments', last, row]);
}

async function propose(scene: Scene): Promise<void> {
  if (!scene.orderId) return;
  const { owner, orderId, changeId } = scene;
  const answer = await ownerProposes(owner, orderId, { changeId, amount: 777.77 });
  promise(scene, answer, 'a change is proposed', ['order_changes', changeId, {}]);
}

async function withdrawChange(scene: Scene): Promise<void> {
  const { owner, changeId } = scene;
  const answer = await ownerAnswers(owner, changeId, 'withdraw');
  const row = { status: 'Withdrawn' };
  promise(scene, answer, 'a withdrawn change is withdrawn', ['order_changes', changeId, row]);
}

async function withdrawQuote(scene: Scene): Promise<void> {
  const { owner, quoteId } = scene;
  if (!quoteId) return;
  const answer = await withdraw(owner, quoteId);
  const row = { status: 'Withdrawn', order_id: null };
  promise(scene, answer, 'a withdrawn quote is withdrawn', ['quotes', quoteId, row]);
}

/** Delivers every event that the provider has not delivered, or each event again. */
const deliver = (which: 'pending' | 'all') => async (scene: Scene) => {
  const events = scene.app.sandbox.events();
  const chosen = events.filter(({ status }) => which === 'all' || status === 'pending');
  await scene.app.sandbox.deliver(chosen.map(({ id }) => id));
};

const refundable = ({ app, results }: Scene) => {
  const { payments, disputes } = app.sandbox.records();
  const disputed = new Set(disputes.map(({ payment_id }) => payment_id));
  const theirs = new Set(results.map(({ razorpay_payment_id }) => razorpay_payment_id));
  return payments.find(
    ({ id, status }) => theirs.has(id) && status === 'captured' && !disputed.has(id),
  );
};

const refundAtBank = (scene: Scene) => {
  const payment = refundable(scene);
  if (payment) scene.app.sandbox.refund(payment.id, 5_000);
};

const dispute = (decision: 'won' | 'lost') => async (scene: Scene) => {
  const payment = refundable(scene);
  if (!payment) return;
  const { id } = scene.app.sandbox.dispute(payment.id);
  await deliver('pending')(scene);
  scene.app.sandbox.moveDispute(id, decision);
  await deliver('pending')(scene);
};

const pass = (days: number) => (scene: Scene) => {
  scene.app.advance(days * DAY);
  return scene.app.server.runJobs();
};

export const OTHER_ACTIONS = {
  'the owner accepts the order': move('accept'),
  'the owner rejects the order': move('reject'),
  'the owner delivers the work': move('deliver'),
  'the owner clicks twice on a whole refund': refund(1),
  'the owner clicks twice on a refund of half': refund(0.5),
  'the owner waives the last instalment': waiveLast,
  'the owner proposes a change': propose,
  'the owner withdraws the change': withdrawChange,
  'the owner withdraws the quote': withdrawQuote,
  'the provider reports': deliver('pending'),
  'the provider reports once more': deliver('all'),
  'the owner refunds a part in the dashboard of the provider': async (scene) => refundAtBank(scene),
  'a bank takes a payment back': dispute('lost'),
  'a bank asks about a payment, and leaves it': dispute('won'),
  'the reconciler runs': ({ app }) => app.server.reconciler.run(),
  'an hour passes, and the jobs run': pass(1 / 24),
  'eight days pass, and the jobs run': pass(8),
} satisfies Record<string, (scene: Scene) => Promise<unknown>>;
