import { expect, test } from 'vitest';
import { DAY } from '../../api/platform/clock.ts';
import { readAndCancel } from '../support/cancellation.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { adminPayments, buy, orderOf } from '../support/payments.ts';
import { ASHA, BELA, idOf, signedIn } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const LIST = '/api/v1/desk/payments/compensations';
const settle = (orderId: string, reference: string) =>
  owner.post(`${LIST}/${orderId}/settle`, { reference });
const owed = async () => (await owner.get(LIST)).body.compensations;
const accept = (orderId: string) => owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
const halfOf = (paise: number): number => Math.ceil(paise / 2) / 100;

test('a seller who refunds all of an accepted order owes the same share on top, until it is paid', async () => {
  const { orderId, paymentId, checkout } = await buy(app, asha);
  await accept(orderId);
  const half = halfOf(checkout.amount);
  expect((await adminPayments.refund(owner, paymentId, { reason: 'No time' })).status).toBe(200);
  await app.sandbox.settled();
  expect((await orderOf(asha, orderId)).compensation).toEqual({
    ...{ amount: half, cause: 'cancelled', settledAt: null, reference: null },
  });
  expect(await owed()).toMatchObject([{ orderId, amount: half, buyer: 'Asha Kulkarni' }]);
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  const { text } = await app.mail.email(ASHA.email, /^Refund of /, number);
  expect(text, 'one mail tells of both').toContain('on top of your refund');
  expect(app.mail.emails.filter(({ subject }) => subject?.includes('owes you'))).toEqual([]);

  const onToday = async () =>
    (await owner.get('/api/v1/desk/today')).body.tasks.filter(
      ({ kind }: { kind: string }) => kind === 'compensation',
    );
  expect(await onToday()).toMatchObject([{ owed: { orderId, amount: half } }]);
  expect((await settle(orderId, ' ')).body).toMatchObject({ field: 'reference' });
  expect((await settle(orderId, 'UPI 4711')).status).toBe(200);
  expect((await settle(orderId, 'UPI 4712')).status, 'once').toBe(409);
  expect([...(await owed()), ...(await onToday())]).toEqual([]);
  const { compensation, timeline } = await orderOf(asha, orderId);
  expect(compensation).toMatchObject({ amount: half, reference: 'UPI 4711' });
  const lines = timeline.map(({ text }: { text: string }) => text).join();
  expect(lines).toContain('The seller owes ');
  expect(lines).toContain('reference UPI 4711');
});

test('cancelling an accepted order is an act of its own that says its price, and a client reads why', async () => {
  const { orderId, paymentId, checkout } = await buy(app, bela);
  const cancel = (refund: number, reason = 'I fell ill.') =>
    owner.post(`/api/v1/desk/orders/${orderId}/cancel`, { refund, reason });
  const costs = async () =>
    (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order.cancelling;
  const whole = checkout.amount / 100;
  expect(await costs(), 'a new order is rejected').toBeNull();
  expect((await cancel(whole)).status).toBe(409);
  await accept(orderId);
  expect(await costs()).toEqual({ refund: whole, onTop: halfOf(checkout.amount) });
  expect((await cancel(whole - 1)).status, 'another amount than was shown').toBe(409);
  expect((await cancel(whole, ' ')).body).toMatchObject({ field: 'reason' });
  expect((await cancel(whole)).status).toBe(200);
  await app.sandbox.settled();
  expect(await orderOf(bela, orderId)).toMatchObject({
    orderStatus: 'Cancelled',
    paymentInfo: { refundedAmount: whole },
    compensation: { amount: halfOf(checkout.amount), cause: 'cancelled' },
  });
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  const { text } = await app.mail.email(BELA.email, /^Cancelled/, number);
  expect(text).toContain('I fell ill.');
  expect(text).toContain('on top of your refund');
  expect((await adminPayments.refund(owner, paymentId)).status, 'nothing is left').toBe(400);
  expect((await settle(orderId, 'UPI 4713')).status).toBe(200);
});

test('refunding a part, an order that is not accepted, or one that the buyer cancels owes nothing', async () => {
  const whole = await buy(app, bela);
  await adminPayments.refund(owner, whole.paymentId, { reason: 'Asked for' });
  const part = await buy(app, bela);
  await accept(part.orderId);
  await adminPayments.refund(owner, part.paymentId, { amount: 100, reason: 'Sorry' });
  const cancelled = await buy(app, bela);
  await accept(cancelled.orderId);
  await readAndCancel(bela, cancelled.orderId);
  await adminPayments.refund(owner, cancelled.paymentId, { reason: 'The rest, too' });
  for (const { orderId } of [whole, part, cancelled])
    expect((await orderOf(bela, orderId)).compensation).toBeNull();
  expect(await owed()).toEqual([]);
});

test('a buyer who cancels a late order gets everything, and is owed the share on top', async () => {
  const { orderId, checkout } = await buy(app, asha);
  await accept(orderId);
  const [{ deliveryDate }, id] = [await orderOf(asha, orderId), await idOf(asha)];
  app.advance(Date.parse(deliveryDate) - Date.now() + 8 * DAY);
  const later = await signedIn(app, id);
  const { cancellation } = await orderOf(later, orderId);
  expect(cancellation.sentence).toContain(' on top: the delivery is late.');
  expect(await readAndCancel(later, orderId)).toBe(checkout.amount);
  expect((await orderOf(later, orderId)).compensation).toMatchObject({
    ...{ amount: halfOf(checkout.amount), cause: 'late' },
  });
});
