import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { confirmationEmail, invoiceEmail } from '../orders/emails.ts';
import type { StatusChange } from '../orders/events.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { issueInvoice } from './issue-document.ts';
import { issueReceipt } from './issue-receipt.ts';

/** Issues the receipt of a payment and mails it to the buyer, once per instalment. */
export async function issueAndEmailReceipt(tx: Tx, services: Services, captured: CapturedPayment) {
  const number = await issueReceipt(tx, services, captured);
  const { config, outbox } = services;
  const { order, instalment } = captured;
  await outbox.enqueue(tx, {
    kind: 'payment received',
    dedupeKey: `payment:${instalment.id}`,
    ...(await confirmationEmail(config, order, instalment)),
    attachments: [number],
  });
}

/** Issues the invoice of a completed order and mails it to the buyer. */
export async function issueAndEmailInvoice(tx: Tx, services: Services, change: StatusChange) {
  const number = await issueInvoice(tx, services, change);
  if (number === null) return;
  const { config, outbox } = services;
  await outbox.enqueue(tx, {
    kind: 'invoice',
    dedupeKey: `invoice:${change.order.id}`,
    ...(await invoiceEmail(config, change.order, number)),
    attachments: [number],
  });
}
