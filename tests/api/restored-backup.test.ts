import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { remindOfInstalments } from '../../api/modules/payments/remind-of-instalments.ts';
import { DAY, later, MINUTE } from '../../api/platform/clock.ts';
import { backUp, restore } from '../../db/backup.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { adminPayments, buy, CAPTURED, orderOf, placeOrder } from '../support/payments.ts';
import { insertBuyer, orderBody, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { rowsWith, rowWith } from '../support/rows.ts';
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

test.skipIf(ON_POSTGRES)(
  'papers after a restore have new numbers, also when the same backup is restored twice, and the owner reads which may be missing',
  async () => {
    const app = await start();
    const goLive = () => Object.assign(app.server.services.provider, { isTest: false });
    const readNumbers = async () => {
      const { db } = app.server.services.store;
      const rows = await db.selectFrom('receipts').select('number').orderBy('created_at').execute();
      return rows.map(({ number }) => number);
    };
    goLive();
    const { person } = await insertBuyer(app);
    await buy(app, person);
    const sent = await orderBody(person);
    const open = await placeOrder(person, sent);
    const copy = join(app.dataDir, 'copy.db');
    const madeAt = app.server.services.clock();
    await backUp(app.server.config.databaseUrl, copy, madeAt);
    app.sandbox.pay(open.body.orderId, CAPTURED);
    await app.server.reconciler.run();
    const [known = '', lost = ''] = await readNumbers();

    app.advance(2 * MINUTE);
    await app.restart(() => restore(app.server.config.databaseUrl, copy));
    goLive();
    await app.server.reconciler.run();
    const [, first = '', ...more] = await readNumbers();
    expect([first.length, more]).toEqual([15, []]);
    expect(first).toMatch(/^[A-Z]{2}\/\d\d-[\dA-Z]{4}\/0001$/);
    expect(first).not.toBe(lost);
    const file = `receipts/${first.replaceAll('/', '-')}.pdf`;
    const { id } = await rowWith(app, 'orders', { checkout_id: sent.checkoutId });
    expect((await person.get(`/api/v1/gig/order/${id}/${file}`)).status).toBe(200);
    const owner = await ownerOf(app);
    const waiting = async () => {
      const { tasks } = (await owner.get('/api/v1/desk/today')).body;
      return tasks.filter(({ kind }: { kind: string }) => kind === 'restored');
    };
    const backup = { copiedAt: madeAt.toISOString(), last: [known], first };
    expect(await waiting()).toMatchObject([{ backup }]);
    expect((await owner.post('/api/v1/desk/tax/restores/seen')).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await owner.get('/api/v1/desk/tax')).body.tax.restores).toMatchObject([backup]);
    await app.check();

    // This time by hand, without the command.
    app.advance(2 * MINUTE);
    await app.restart(() => {
      for (const journal of ['-wal', '-shm'])
        rmSync(join(app.dataDir, `app.db${journal}`), { force: true });
      copyFileSync(copy, join(app.dataDir, 'app.db'));
    });
    await app.server.reconciler.run();
    const [, second = ''] = await readNumbers();
    expect(second).toMatch(/^[A-Z]{2}\/\d\d-[\dA-Z]{4}\/0001$/);
    expect(second).not.toBe(first);
    // A start alone begins nothing.
    await app.restart();
    expect((await (await ownerOf(app)).get('/api/v1/desk/tax')).body.tax.restores).toHaveLength(1);
  },
);

test.skipIf(ON_POSTGRES)(
  'a reminder that was sent after the backup is not sent again after going back to it, and the next one is',
  async () => {
    const app = await start();
    const { person, user } = await insertBuyer(app);
    const { orderId } = await buy(app, person, { paymentType: 'Milestone' });
    const rest = (await orderOf(person, orderId)).parts[1];
    const day = later(app.server.services.clock(), 5 * DAY).slice(0, 10);
    const move = `/api/v1/desk/payments/instalments/${rest._id}/move`;
    expect((await (await ownerOf(app)).post(move, { day })).status).toBe(200);
    const { pay_by } = await rowWith(app, 'instalments', { id: rest._id });
    const dueIn = () => Date.parse(pay_by ?? '') - app.server.services.clock().getTime();
    const reminders = async () => {
      await remindOfInstalments(app.server.services);
      return (await rowsWith(app, 'notifications', { user_id: user.id, order_id: orderId }))
        .map(({ message }) => / is due (soon|today)/.exec(message)?.[1])
        .filter(Boolean);
    };
    app.advance(DAY);
    const copy = join(app.dataDir, 'copy.db');
    await backUp(app.server.config.databaseUrl, copy, app.server.services.clock());
    app.advance(dueIn() - 2 * DAY + MINUTE);
    expect(await reminders()).toEqual(['soon']);
    await app.restart(() => restore(app.server.config.databaseUrl, copy));
    expect(await reminders(), 'of the time after the backup').toEqual([]);
    app.advance(2 * DAY);
    expect(await reminders()).toEqual(['today']);
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
