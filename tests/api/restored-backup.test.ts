import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { backUp, restore } from '../../db/backup.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { adminPayments, buy, CAPTURED } from '../support/payments.ts';
import { insertBuyer, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** An app that gets no webhooks, so it must ask the provider. */
async function start(how: Parameters<typeof startTestApp>[1] = {}): Promise<TestApp> {
  const app = await startTestApp({}, how);
  onTestFinished(() => app.close());
  app.sandbox.faults.webhooks.hold = true;
  return app;
}

async function orderRow(app: TestApp, id: string) {
  const orders = app.server.services.store.db.selectFrom('orders').selectAll();
  return orders.where('id', '=', id).executeTakeFirstOrThrow();
}

test.skipIf(ON_POSTGRES)(
  'a restored app learns of refunds that were made since, also of old payments',
  async () => {
    const app = await start();
    const { person } = await insertBuyer(app);
    const { orderId, paymentId } = await buy(app, person);
    app.advance(20 * DAY);
    await app.server.reconciler.run();
    const copy = join(app.dataDir, 'copy.db');
    await backUp(app.server.config.databaseUrl, copy);
    const refund = await adminPayments.refund(await ownerOf(app), paymentId);
    expect(refund.status).toBe(200);
    app.advance(2 * DAY);
    await app.restart(() => restore(app.server.config.databaseUrl, copy));
    await app.server.reconciler.run();
    const order = await orderRow(app, orderId);
    expect(order.refunded).toBe(order.paid);
    await app.check();
  },
);

/** Accepts a quote and pays its first part a minute before the deadline; the app learns nothing of it. */
async function payQuoteLate(app: TestApp) {
  const { person, user } = await insertBuyer(app);
  const id = await sendQuote(await ownerOf(app), await askQuestion(person, WEBSITE));
  const { orderId: checkout, order } = (await acceptQuote(person, id)).body;
  app.advance(7 * DAY - MINUTE);
  app.sandbox.pay(checkout, CAPTURED);
  return { order, shownStatus };

  async function shownStatus(): Promise<string> {
    const again = await signedIn(app, user.id);
    return (await again.get(`/api/v1/gig/order/${order}`)).body.order.orderStatus;
  }
}

/** Starts the app two days later, and waits until its jobs have run. */
async function startLater(app: TestApp): Promise<void> {
  await app.restart(() => app.advance(2 * DAY));
  await app.server.services.background.settled();
}

test('a quote that was paid a moment before the app stopped is not called unpaid at its start', async () => {
  const app = await start();
  const { order, shownStatus } = await payQuoteLate(app);
  await startLater(app);
  expect(await shownStatus()).toBe('In Progress');
  const { paid, refunded } = await orderRow(app, order);
  expect([paid, refunded]).toEqual([20_000_50, 0]);
});

test('a quote that was paid before the app stopped is not called unpaid while the provider does not answer', async () => {
  const app = await start({ outsideProvider: true, providerTimeoutMs: 50 });
  const { order, shownStatus } = await payQuoteLate(app);
  app.sandbox.faults.next('*', { kind: 'hang' }, Number.POSITIVE_INFINITY);
  await startLater(app);
  expect(await shownStatus()).toBe('Awaiting payment');
  app.sandbox.faults.clear();
  app.sandbox.faults.webhooks.hold = true;
  await startLater(app);
  expect(await shownStatus()).toBe('In Progress');
  const { paid, refunded } = await orderRow(app, order);
  expect([paid, refunded]).toEqual([20_000_50, 0]);
});
