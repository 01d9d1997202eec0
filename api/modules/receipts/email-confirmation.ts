import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { confirmationEmail } from '../orders/emails.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { receiptNumberOfPayment } from './queries.ts';

/** Confirms a payment to its buyer, with the receipt attached; once per instalment. */
export async function emailConfirmation(
  tx: Tx,
  { config, outbox }: Services,
  { order, instalment, payment }: CapturedPayment,
): Promise<void> {
  const mail = await confirmationEmail(config, order, instalment);
  await outbox.enqueue(tx, {
    kind: 'payment received',
    dedupeKey: `payment:${instalment.id}`,
    ...mail,
    attachments: [await receiptNumberOfPayment(tx, payment.id)],
  });
}
