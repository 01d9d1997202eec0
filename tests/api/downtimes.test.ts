import { expect, test } from 'vitest';
import { describeTrouble } from '../../api/modules/payments/downtimes.ts';
import { bela, sharePaymentApp } from '../support/payment-app.ts';
import { buy, deliverWebhooks, orderOf } from '../support/payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const CHECKOUT = `/api/v1/gig/order/checkout/${crypto.randomUUID()}`;
const troubleOf = async (): Promise<string | null> => (await bela.get(CHECKOUT)).body.trouble;
const UPI_DOWN =
  /^UPI is having trouble at the bank’s side right now; cards and net banking work\.$/;

test('a method that fails at the banks is named before the buyer tries it, until it works again', async () => {
  const { orderId } = await buy(app, bela, { paymentType: 'Milestone' });
  expect(await troubleOf()).toBeNull();
  const { id } = app.sandbox.downtime('upi');
  await deliverWebhooks(app);
  expect(await troubleOf()).toMatch(UPI_DOWN);
  expect((await orderOf(bela, orderId)).trouble).toMatch(UPI_DOWN);

  // The reports come late and twice: what the provider says now counts.
  app.sandbox.moveDowntime(id, 'updated', 'medium');
  app.sandbox.faults.webhooks.copies = 2;
  await deliverWebhooks(app);
  expect(await troubleOf()).toMatch(UPI_DOWN);
  app.sandbox.moveDowntime(id, 'resolved');
  await deliverWebhooks(app);
  expect(await troubleOf()).toBeNull();
  expect((await orderOf(bela, orderId)).trouble).toBeNull();
});

test('the end of a downtime is found when its report never came, and nothing old is shown', async () => {
  const { id } = app.sandbox.downtime('netbanking', { instrument: { bank: 'SBIN' } });
  await deliverWebhooks(app);
  expect(await troubleOf()).toMatch(/^Net banking of SBIN is .*; UPI and cards work\.$/);
  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.moveDowntime(id, 'resolved');
  app.advance(11 * 60_000);
  await app.server.reconciler.run();
  expect(await troubleOf()).toBeNull();

  app.sandbox.faults.clear();
  app.sandbox.downtime('upi');
  await deliverWebhooks(app);
  app.advance(61 * 60_000);
  expect(await troubleOf()).toBeNull();
});

test('a slight trouble is not named, and several are named in one sentence', () => {
  const high = { severity: 'high' } as const;
  expect(describeTrouble([{ method: 'upi', severity: 'low', instrument: {} }])).toBeNull();
  expect(
    describeTrouble([
      { method: 'card', ...high, instrument: { issuer: 'HSBC', card_type: 'credit' } },
      { method: 'upi', ...high, instrument: { vpa_handle: 'oksbi' } },
    ]),
  ).toBe(
    'HSBC cards and UPI IDs @oksbi are having trouble at the bank’s side right now; net banking works.',
  );
});
