import { beforeAll, expect, test } from 'vitest';
import { DAY } from '../../api/platform/clock.ts';
import { cancel, refundedAtProvider } from '../support/cancellation.ts';
import fc, { randomRuns } from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import {
  buy,
  CARD,
  deliverWebhooks,
  orderOf,
  payRemaining,
  storedOrder,
} from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const numRuns = randomRuns(25);

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

type Step = 'accept' | 'deliver' | 'pay the rest' | 'refund a little' | 'late';

async function take(step: Step, buyer: Person, orderId: string, paymentId: string): Promise<void> {
  switch (step) {
    case 'accept':
      return void (await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {}));
    case 'deliver':
      return void (await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Done' }));
    case 'pay the rest': {
      const { status, body } = await payRemaining(buyer, orderId);
      if (status !== 200) return;
      app.sandbox.pay(body.orderId, CARD);
      return deliverWebhooks(app);
    }
    case 'refund a little': {
      const refund = { refundId: crypto.randomUUID(), amount: 12.34, reason: 'A discount' };
      return void (await owner.post(`/api/v1/desk/payments/${paymentId}/refund`, refund));
    }
    case 'late': {
      const { delivery_date } = await storedOrder(app, orderId);
      const moved = new Date(Date.parse(delivery_date ?? '') - 40 * DAY).toISOString();
      await app.write((tx) =>
        tx.updateTable('orders').set({ delivery_date: moved }).where('id', '=', orderId).execute(),
      );
    }
  }
}

const histories = fc.record({
  paymentType: fc.constantFrom('Full', 'Milestone'),
  steps: fc.array(
    fc.constantFrom<Step>('accept', 'deliver', 'pay the rest', 'refund a little', 'late'),
    { maxLength: 5 },
  ),
});

test('after any history the refund made is the promise shown, and the balance the provider’s', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ paymentType, steps }) => {
      const { person } = await insertBuyer(app, {});
      const { orderId, paymentId } = await buy(app, person, { paymentType });
      for (const step of steps) await take(step, person, orderId, paymentId);
      const before = await refundedAtProvider(app, orderId);
      const { cancellation } = await orderOf(person, orderId);
      const promise = cancellation ? Math.round(cancellation.refund * 100) : 0;
      const isCancelled = (await cancel(person, orderId, promise / 100)).status === 200;
      expect(isCancelled).toBe(cancellation?.mayCancel ?? false);
      const made = (await refundedAtProvider(app, orderId)) - before;
      expect(made).toBe(isCancelled ? promise : 0);
      expect((await storedOrder(app, orderId)).refunded).toBe(before + made);
      if (steps.includes('deliver') && steps.includes('accept')) return;
      expect(isCancelled).toBe(true);
    }),
    { numRuns },
  );
});
