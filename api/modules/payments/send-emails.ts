import type { Refund } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ProviderPayment } from '../../platform/payment-provider.ts';
import type { Services } from '../../platform/services.ts';
import { ownerEmail } from '../accounts/queries.ts';
import {
  overpaymentEmails,
  refundEmail,
  refundFailedEmail,
  rejectedOrderEmails,
  unmatchedPaymentEmail,
} from './emails.ts';
import type { OrderPayment, OrderRefund } from './events.ts';

export async function emailUnmatchedPayment(
  tx: Tx,
  { outbox }: Services,
  { payment }: { payment: ProviderPayment },
): Promise<void> {
  await outbox.enqueue(tx, await unmatchedPaymentEmail(await ownerEmail(tx), payment));
}

export async function emailOverpayment(
  tx: Tx,
  { config, outbox }: Services,
  { order, payment }: OrderPayment,
): Promise<void> {
  const about = { config, owner: await ownerEmail(tx), order, payment };
  for (const mail of await overpaymentEmails(about)) await outbox.enqueue(tx, mail);
}

export async function emailPaymentAfterRejection(
  tx: Tx,
  { config, outbox }: Services,
  { order, payment }: OrderPayment,
): Promise<void> {
  const about = { config, owner: await ownerEmail(tx), order, payment };
  for (const mail of await rejectedOrderEmails(about)) await outbox.enqueue(tx, mail);
}

export async function emailRefund(
  tx: Tx,
  { config, outbox }: Services,
  { order, refund }: OrderRefund,
): Promise<void> {
  await outbox.enqueue(tx, await refundEmail(config, order, refund));
}

export async function emailRefundFailure(
  tx: Tx,
  { outbox }: Services,
  { refund }: { refund: Refund },
): Promise<void> {
  await outbox.enqueue(tx, await refundFailedEmail(await ownerEmail(tx), refund));
}
