import type { Answer, Person } from './http-client.ts';
import { orderOf } from './payments.ts';
import type { RunningApp } from './test-app.ts';

export const cancelOrder = (person: Person, orderId: string, refund: number): Promise<Answer> =>
  person.post(`/api/v1/gig/order/${orderId}/cancel`, { refund });

/** Reads the promised refund and cancels the order with it, as the page does. */
export async function readAndCancel(person: Person, orderId: string): Promise<number> {
  const { refund } = (await orderOf(person, orderId)).cancellation;
  const answer = await cancelOrder(person, orderId, refund);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return Math.round(refund * 100);
}

/** The amount that the provider has refunded of an order's payments, in paise. */
export async function refundedAtProvider(app: RunningApp, orderId: string): Promise<number> {
  await app.server.services.background.settled();
  const payments = await app.server.services.store.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .execute();
  const ids = payments.map(({ id }) => id);
  return app.sandbox
    .records()
    .refunds.filter(({ payment_id, status }) => ids.includes(payment_id) && status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}
