import type { Person } from './http-client.ts';
import { buy, deliverWebhooks } from './payments.ts';
import type { TestApp } from './test-app.ts';

const CALL = '/api/v1/desk/disputes';

export const adminDisputes = {
  prepare: (owner: Person, id: string) => owner.post(`${CALL}/${id}/evidence`, {}),
  submit: (owner: Person, id: string, summary = 'The work was delivered and accepted.') =>
    owner.post(`${CALL}/${id}/submit`, { summary }),
  accept: (owner: Person, id: string) => owner.post(`${CALL}/${id}/accept`, {}),
  document: (owner: Person, id: string, document: string) =>
    owner.get(`${CALL}/${id}/documents/${document}`),
};

/** A paid order whose payment the bank questions. */
export async function buyAndDispute(
  app: TestApp,
  buyer: Person,
  how: Parameters<TestApp['sandbox']['dispute']>[1] = {},
) {
  const bought = await buy(app, buyer);
  const dispute = app.sandbox.dispute(bought.paymentId, how);
  await deliverWebhooks(app);
  return { ...bought, disputeId: dispute.id, amount: dispute.amount };
}

export const adminOrder = async (owner: Person, id: string) =>
  (await owner.get(`/api/v1/desk/orders/${id}`)).body.order;

export const storedDispute = (app: TestApp, id: string) =>
  app.server.services.store.db
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
