import { expect } from 'vitest';
import type { PaymentUnderWay } from '../../../api/modules/payments/payments-under-way.ts';
import type { CheckoutResult } from '../../../api/razorpay-sandbox/types.ts';
import { rowWith } from '../../support/rows.ts';
import { payAtBank } from './buyer-actions.ts';
import { expectRow } from './expected-rows.ts';
import type { Setup } from './setup.ts';

const CALL = '/api/v1/gig/order';

/** The provider's form, in a browser without a session, and the page to which it leads. */
async function sendForm(setup: Setup, result: CheckoutResult | undefined): Promise<void> {
  if (!result) return;
  const browser = setup.app.visitor();
  const form = new URLSearchParams({ ...result }).toString();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { headers } = await browser.send('POST', `${CALL}/payment-callback`, form, type);
  const token = headers.get('location')?.split('#')[1];
  if (!token) return;
  const shown = await browser.send('POST', `${CALL}/payment-result`, token, {});
  const { state } = shown.body as { state?: string };
  if (state === 'paid' || state === 'returned') {
    const status = state === 'paid' ? 'settled' : expect.stringMatching(/settled|surplus/);
    const id = result.razorpay_payment_id;
    expectRow(setup, shown, `what the page shows as ${state} is`, ['payments', id, { status }]);
  }
}

/** What the site shows to a buyer who opens it again: a part shown as paid stays paid. */
async function comeBack(setup: Setup): Promise<void> {
  const answer = await setup.tabs[1].get(`${CALL}/under-way`);
  for (const { orderId, part, state } of (answer.body.payments ?? []) as PaymentUnderWay[]) {
    if (state !== 'paid') continue;
    const { store } = setup.app.server.services;
    const { id } = await rowWith(store.db, 'instalments', { order_id: orderId, number: part });
    const row = { payment_id: expect.any(String) };
    expectRow(setup, answer, 'what is shown as paid is paid', ['instalments', id, row]);
  }
}

/** Opens what is due and asks the UPI app, which has not answered yet. */
async function askUpiApp(setup: Setup): Promise<void> {
  const { body, status } = await setup.tabs[0].post(`${CALL}/payAgain`, { orderId: setup.orderId });
  if (status !== 200) return;
  const attempt = payAtBank(setup, body.orderId, 'created');
  if (attempt) setup.attempts.push(attempt);
}

async function answerUpiApp(setup: Setup, reason?: string): Promise<void> {
  const attempt = setup.attempts.pop();
  if (!attempt) return;
  setup.app.sandbox.decide(attempt.razorpay_payment_id, reason);
  const { payments } = setup.app.sandbox.records();
  const paid = payments.find(({ id }) => id === attempt.razorpay_payment_id);
  if (paid && paid.status !== 'failed') setup.results.push(attempt);
}

/** Somebody else pays by the buyer's link; their browser gets the provider's form, or nothing. */
async function payByLink(setup: Setup, isReported: boolean): Promise<void> {
  const { app, orderId, tabs } = setup;
  const made = await tabs[0].post(`${CALL}/${orderId}/payment-link`, {});
  if (made.status !== 201) return;
  const token = new URL(made.body.url).hash.slice(1);
  const opened = await app.visitor().send('POST', `${CALL}/payment-link/open`, token, {});
  if (opened.status !== 200) return;
  const result = payAtBank(setup, opened.body.orderId);
  if (!result) return;
  setup.results.push(result);
  if (isReported) await sendForm(setup, result);
}

export const PAYMENT_ROADS = {
  'the form of the last payment arrives': (setup) => sendForm(setup, setup.results.at(-1)),
  'the form of the first payment arrives': (setup) => sendForm(setup, setup.results[0]),
  'the buyer opens the site again': comeBack,
  'the buyer is sent to a UPI app': askUpiApp,
  'the buyer approves in the UPI app': (setup) => answerUpiApp(setup),
  'the buyer declines in the UPI app': (setup) => answerUpiApp(setup, 'payment_declined'),
  'somebody pays by a link': (setup) => payByLink(setup, true),
  'somebody pays by a link and closes the tab': (setup) => payByLink(setup, false),
} satisfies Record<string, (setup: Setup) => Promise<unknown>>;
