import { expect, test } from 'vitest';
import { openInstalment } from '../../api/modules/payments/checkout.ts';
import { changeGig } from '../support/gigs.ts';
import { asha, bela, owner, setStatus, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  deliverWebhooks,
  FAILED,
  orderOf,
  payRemaining,
  sendPut,
  startCheckout,
  storedOrder,
  storedPayments,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { WEBSITE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

test('refuses a valid payment result for another order and credits nothing', async () => {
  const one = await buy(app, asha, { paymentType: 'Milestone' });
  const two = await buy(app, asha, { paymentType: 'Milestone' });
  const theirs = await buy(app, bela, { paymentType: 'Milestone' });
  app.sandbox.faults.webhooks.hold = true;
  const rest = await payRemaining(asha, two.orderId);
  const result = app.sandbox.pay(rest.body.orderId, CAPTURED);
  for (const orderId of [one.orderId, theirs.orderId]) {
    expect((await verifyRemainingPayment(asha, orderId, result)).status).toBe(404);
  }
  expect((await verifyRemainingPayment(bela, theirs.orderId, result)).status).toBe(404);
  expect((await storedOrder(app, one.orderId)).paid).toBe(one.checkout.amount);
  expect((await storedOrder(app, two.orderId)).paid).toBe(two.checkout.amount);
  expect((await verifyRemainingPayment(asha, two.orderId, result)).status).toBe(200);
});

test('opens no second provider order for a tab that looked before the first one opened the remainder', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { services } = app.server;
  const { db } = services.store;
  const firstIsDone = Promise.withResolvers<void>();
  const slow = db.withoutPlugins();
  slow.transaction = () => {
    const begun = db.transaction();
    const execute = begun.execute.bind(begun);
    begun.execute = async (work) => {
      await firstIsDone.promise;
      return execute(work);
    };
    return begun;
  };
  const secondTab = { ...services, store: { ...services.store, db: slow } };
  const second = openInstalment(secondTab, await storedOrder(app, orderId));
  const first = await payRemaining(asha, orderId);
  firstIsDone.resolve();
  expect((await second).orderId).toBe(first.body.orderId);
  const receipts = app.sandbox.records().orders.map(({ receipt }) => receipt);
  expect(new Set(receipts).size).toBe(receipts.length);
});

test('refuses the remainder of a paid, declined, unpaid, refunded, foreign or unknown order with a reason', async () => {
  const full = await buy(app, asha);
  const declined = await buy(app, asha, { paymentType: 'Milestone' });
  await setStatus(declined.orderId, 'Rejected');
  const refunded = await buy(app, asha, { paymentType: 'Milestone' });
  await adminPayments.refund(owner, refunded.paymentId);
  const unpaid = await startCheckout(asha, { paymentType: 'Milestone' });
  app.sandbox.pay(unpaid.checkout.orderId, FAILED);
  await deliverWebhooks(app);
  const { body } = await asha.get(`/api/v1/gig/order/checkout/${unpaid.cart.checkoutId}`);
  for (const [orderId, status, reason] of [
    [full.orderId, 409, /Nothing left/],
    [declined.orderId, 409, /declined/],
    [refunded.orderId, 409, /refunded/],
    [body.orderId, 409, /first payment/i],
    [crypto.randomUUID(), 404, /no such order/],
  ] as const) {
    expect(await payRemaining(asha, orderId)).toMatchObject({
      status,
      body: { message: expect.stringMatching(reason) },
    });
  }
  expect((await payRemaining(bela, full.orderId)).status).toBe(404);
  expect((await orderOf(asha, refunded.orderId)).paymentInfo.dueAmount).toBe(0);
  await adminPayments.refund(owner, declined.paymentId);
});

test('accepts requirements after the first payment, as plain text with https links', async () => {
  const unpaid = await startCheckout(asha);
  const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${unpaid.cart.checkoutId}`);
  const at = (orderId: string) => `/api/v1/gig/order/${orderId}/requirements`;
  const good = { text: '  Blue, <b>not</b> green  ', links: ['https://example.com/brief'] };
  expect((await sendPut(asha, at(state.orderId), good)).status).toBe(409);
  const { orderId } = await buy(app, asha);
  expect((await sendPut(asha, at(orderId), good)).status).toBe(200);
  expect((await sendPut(asha, at(orderId), { ...good, text: 'Red' })).status).toBe(200);
  const { body } = await asha.get(at(orderId));
  expect(body.requirements).toMatchObject({ text: 'Red', links: good.links });
  const bare = { text: 'Red', links: ['www.example.com', 'example.com/a?b#c'] };
  expect((await sendPut(asha, at(orderId), bare)).status).toBe(200);
  expect((await asha.get(at(orderId))).body.requirements.links).toEqual([
    ...['https://www.example.com', 'https://example.com/a?b#c'],
  ]);
  for (const bad of [
    { text: '   ' },
    { text: 'x'.repeat(4001) },
    { text: 'ok', links: ['http://example.com'] },
    { text: 'ok', links: ['javascript:alert(1)'] },
    { text: 'ok', links: ['https://me:secret@example.com'] },
    { text: 'ok', links: Array.from({ length: 6 }, () => 'https://example.com') },
    { links: [] },
  ]) {
    expect((await sendPut(asha, at(orderId), bad)).status, JSON.stringify(bad).slice(0, 60)).toBe(
      400,
    );
  }
  await setStatus(orderId, 'Rejected');
  expect((await sendPut(asha, at(orderId), good)).status).toBe(409);
  expect(await storedPayments(app, orderId)).toHaveLength(1);
  const { timeline } = await orderOf(asha, orderId);
  const entries = timeline.filter((each: { kind: string }) => each.kind === 'requirements');
  expect(entries).toHaveLength(1);
});

test('a package asks its own questions, which stay with the order, and the files of an answer are in the conversation', async () => {
  const questions = [
    { question: 'Which pages do you need?', kind: 'text' as const, choices: [] },
    { question: 'Light or dark?', kind: 'choice' as const, choices: ['Light', 'Dark'] },
    { question: 'Your logo', kind: 'files' as const, choices: [] },
  ];
  const ask = (more: object) =>
    app.write((tx) =>
      changeGig(tx, WEBSITE, ({ PricingPlans }) => ({
        PricingPlans: PricingPlans.map((plan) => ({ ...plan, questions: [], ...more })),
      })),
    );
  await ask({ questions });
  const { body } = await asha.get(`/api/v1/gig/get/${WEBSITE}`);
  expect(body.gig.PricingPlans[0], 'visitors are asked nothing').not.toHaveProperty('questions');
  const { orderId } = await buy(app, asha);
  await ask({});
  const [item] = (await orderOf(asha, orderId)).OrderItems;
  expect(item.selectedPlan.questions).toEqual(questions);
  const file = async (name: string) => {
    const upload = `/api/v1/communicate/attachment?orderId=${orderId}&name=${name}`;
    const type = { 'Content-Type': 'application/octet-stream' };
    return (await asha.post(upload, Buffer.from(name), type)).body.data._id as string;
  };
  const logo = await file('logo.txt');
  const answer = (...answers: unknown[]) =>
    sendPut(asha, `/api/v1/gig/order/${orderId}/requirements`, { answers });
  expect(
    (await sendPut(asha, `/api/v1/gig/order/${orderId}/requirements`, { text: 'Red' })).body,
  ).toMatchObject({ message: 'Please answer this question.', field: 'answers.0' });
  expect((await answer('Home', 'Blue', [logo])).body.field).toBe('answers.1');
  expect((await answer('Home', 'Dark', [])).body.field).toBe('answers.2');
  expect((await answer('Home', 'Dark', [crypto.randomUUID()])).status, 'of nobody').toBe(400);
  expect((await answer('Home', 'Dark', [logo])).status).toBe(200);
  expect((await answer('Home, about', 'Dark', [logo, await file('letter.txt')])).status).toBe(200);
  const { order } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body;
  expect(order.requirements.text).toBe(
    'Which pages do you need?\nHome, about\n\nLight or dark?\nDark\n\nYour logo\nThe files are in the conversation.',
  );
  const talk = await owner.post('/api/v1/communicate/order/user-conversation', { orderId });
  const files = talk.body.messages.map((each: { attachments: { name: string }[] }) =>
    each.attachments.map(({ name }) => name),
  );
  expect(files).toEqual([['logo.txt'], ['letter.txt']]);
});
