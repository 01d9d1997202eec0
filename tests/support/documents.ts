import type { DocumentData } from '../../api/modules/billing/document-data.ts';
import { textOf } from '../../api/modules/billing/document-text.ts';
import type { Person } from './http-client.ts';
import { buy, deliverWebhooks } from './payments.ts';
import type { TestApp } from './test-app.ts';

/** Accepts and delivers an order as the owner, then accepts the delivery as its buyer. */
export async function completeOrder(owner: Person, buyer: Person, orderId: string): Promise<void> {
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  const { status, body } = await buyer.post('/api/v1/gig/delivery/accept', { orderId });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** Refunds part of a payment, in rupees, until the bank has processed it. */
export async function refundPayment(
  app: TestApp,
  owner: Person,
  paymentId: string,
  amount: number,
) {
  const sent = { refundId: crypto.randomUUID(), amount, reason: 'A discount' };
  const answer = await owner.post(`/api/v1/desk/payments/${paymentId}/refund`, sent);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  await deliverWebhooks(app);
}

/** A completed order that was paid in one part. */
export async function completedOrder(app: TestApp, owner: Person, buyer: Person) {
  const bought = await buy(app, buyer);
  await completeOrder(owner, buyer, bought.orderId);
  return bought;
}

/** The text of a document of an order. */
export async function documentText(app: TestApp, number: string) {
  const { db } = app.server.services.store;
  const table = number.startsWith('VY/') ? ('receipts' as const) : ('billing_documents' as const);
  const { data } = await db
    .selectFrom(table)
    .select('data')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return textOf(JSON.parse(data) as DocumentData);
}
