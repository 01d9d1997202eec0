import { expect } from 'vitest';
import { DAY } from '../../../api/platform/clock.ts';
import { ownerAnswers, ownerProposes } from '../../support/changes.ts';
import { adminPayments } from '../../support/payments.ts';
import { withdrawQuote } from '../../support/quotes.ts';
import { expectRow, expectStatus } from './expected-rows.ts';
import type { Setup } from './setup.ts';

const DESK = '/api/v1/desk';
const MOVES = { accept: 'Accepted', reject: 'Rejected', deliver: 'Delivered' } as const;
const BODIES = { accept: {}, reject: { reason: 'No time.' }, deliver: { message: 'Done.' } };

const move = (to: keyof typeof MOVES) => async (setup: Setup) => {
  const { owner, orderId } = setup;
  if (!orderId) return;
  const answer = await owner.post(`${DESK}/orders/${orderId}/${to}`, BODIES[to]);
  expectStatus(setup, answer, orderId, MOVES[to]);
};

/** Refunds a share of the first payment, under an id that the browser keeps for a second click. */
const refund = (share: number) => async (setup: Setup) => {
  const paymentId = setup.results[0]?.razorpay_payment_id;
  const { payments } = setup.app.sandbox.records();
  const paid = payments.find(({ id }) => id === paymentId);
  if (!paymentId || !paid) return;
  const refundId = crypto.randomUUID();
  const amount = Math.round(paid.amount * share);
  setup.refunds.set(refundId, amount);
  const sent = { refundId, amount: amount / 100, reason: 'Agreed.' };
  const click = () => adminPayments.refund(setup.owner, paymentId, sent);
  for (const answer of await Promise.all([click(), click()])) {
    const row = { status: 'processed', amount };
    expectRow(setup, answer, 'a refund is made', ['refunds', refundId, row]);
  }
};

async function waiveLast(setup: Setup): Promise<void> {
  const { owner, orderId } = setup;
  if (!orderId) return;
  const { order } = (await owner.get(`${DESK}/orders/${orderId}`)).body;
  const last = order?.parts.at(-1)?._id;
  if (!last) return;
  const answer = await owner.post(`${DESK}/payments/instalments/${last}/waive`, {});
  const row = { waived_at: expect.any(String), payment_id: null };
  expectRow(setup, answer, 'a waived instalment is waived', ['instalments', last, row]);
}

async function propose(setup: Setup): Promise<void> {
  if (!setup.orderId) return;
  const { owner, orderId, changeId } = setup;
  const answer = await ownerProposes(owner, orderId, { changeId, amount: 777.77 });
  expectRow(setup, answer, 'a change is proposed', ['order_changes', changeId, {}]);
}

async function withdrawChange(setup: Setup): Promise<void> {
  const { owner, changeId } = setup;
  const answer = await ownerAnswers(owner, changeId, 'withdraw');
  const row = { status: 'Withdrawn' };
  expectRow(setup, answer, 'a withdrawn change is withdrawn', ['order_changes', changeId, row]);
}

async function withdrawSentQuote(setup: Setup): Promise<void> {
  const { owner, quoteId } = setup;
  if (!quoteId) return;
  const answer = await withdrawQuote(owner, quoteId);
  const row = { status: 'Withdrawn', order_id: null };
  expectRow(setup, answer, 'a withdrawn quote is withdrawn', ['quotes', quoteId, row]);
}

/** Delivers every event that the provider has not delivered, or each event again. */
const deliver = (which: 'pending' | 'all') => async (setup: Setup) => {
  const events = setup.app.sandbox.events();
  const chosen = events.filter(({ status }) => which === 'all' || status === 'pending');
  await setup.app.sandbox.deliver(chosen.map(({ id }) => id));
};

const refundable = ({ app, results }: Setup) => {
  const { payments, disputes } = app.sandbox.records();
  const disputed = new Set(disputes.map(({ payment_id }) => payment_id));
  const theirs = new Set(results.map(({ razorpay_payment_id }) => razorpay_payment_id));
  return payments.find(
    ({ id, status }) => theirs.has(id) && status === 'captured' && !disputed.has(id),
  );
};

const refundAtBank = (setup: Setup) => {
  const payment = refundable(setup);
  if (payment) setup.app.sandbox.refund(payment.id, 5_000);
};

const dispute = (decision: 'won' | 'lost') => async (setup: Setup) => {
  const payment = refundable(setup);
  if (!payment) return;
  const { id } = setup.app.sandbox.dispute(payment.id);
  await deliver('pending')(setup);
  setup.app.sandbox.moveDispute(id, decision);
  await deliver('pending')(setup);
};

const pass = (days: number) => (setup: Setup) => {
  setup.app.advance(days * DAY);
  return setup.app.server.runJobs();
};

export const OWNER_AND_PROVIDER_ACTIONS = {
  'the owner accepts the order': move('accept'),
  'the owner rejects the order': move('reject'),
  'the owner delivers the work': move('deliver'),
  'the owner clicks twice on a whole refund': refund(1),
  'the owner clicks twice on a refund of half': refund(0.5),
  'the owner waives the last instalment': waiveLast,
  'the owner proposes a change': propose,
  'the owner withdraws the change': withdrawChange,
  'the owner withdraws the quote': withdrawSentQuote,
  'the provider reports': deliver('pending'),
  'the provider reports once more': deliver('all'),
  'the owner refunds a part in the dashboard of the provider': async (setup) => refundAtBank(setup),
  'a bank takes a payment back': dispute('lost'),
  'a bank asks about a payment, and leaves it': dispute('won'),
  'the reconciler runs': ({ app }) => app.server.reconciler.run(),
  'an hour passes, and the jobs run': pass(1 / 24),
  'eight days pass, and the jobs run': pass(8),
} satisfies Record<string, (setup: Setup) => Promise<unknown>>;
