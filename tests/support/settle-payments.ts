import { settlePayment } from '../../api/modules/payments/settle-payment.ts';
import type { ProviderPayment } from '../../api/platform/payment-provider/client.ts';
import type { Services } from '../../api/platform/services.ts';
import type { NewOrder } from '../../db/schema.ts';
import { type CAPTURED, type FAILED, startCheckout } from './payments.ts';
import { insertBuyer } from './people.ts';
import { app } from './shared-in-process-app.ts';

export const AUTHORIZED = { method: 'card', outcome: 'authorized' } as const;
const services = () => app.server.services;
export const provider = () => services().provider;
/** Settles a payment as every reporter does. */
export const settle = (payment: ProviderPayment, more: Partial<Services> = {}) =>
  settlePayment({ ...services(), ...more }, payment);
export const storedPayment = (id: string) =>
  services()
    .store.db.selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Changes the stored order. */
export const changeOrder = (orderId: string, set: Partial<NewOrder>) =>
  app.write((tx) => tx.updateTable('orders').set(set).where('id', '=', orderId).execute());

/** A checkout, the buyer's action in its dialog, and the provider's report. */
export async function payInSandbox(how: typeof CAPTURED | typeof FAILED | typeof AUTHORIZED) {
  const { person } = await insertBuyer(app);
  const { checkout } = await startCheckout(person);
  const instalment = await services()
    .store.db.selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', checkout.orderId)
    .executeTakeFirstOrThrow();
  const { razorpay_payment_id: id } = app.sandbox.pay(checkout.orderId, how);
  const orderId = instalment.order_id;
  return { checkout, instalment, orderId, id, payment: await provider().fetchPayment(id) };
}

/** A payment at the provider of an order that this app did not open. */
export async function payForeignOrder(
  receipt: string,
  how: typeof CAPTURED | typeof AUTHORIZED,
  amount = 500,
) {
  const made = await provider().createOrder({ amount, receipt, orderId: 'other' });
  const { razorpay_payment_id: id } = app.sandbox.pay(made, how);
  return provider().fetchPayment(id);
}
