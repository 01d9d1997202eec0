import type { Subscriber } from '../../platform/events.ts';
import { accountEmail } from '../accounts/queries.ts';
import type { StatusChange } from '../orders/events.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { invoiceEmail, paymentEmail } from './emails.ts';
import { issueInvoice } from './issue-document.ts';
import { issueReceipt } from './issue-receipt.ts';

/** Issues the receipt of a payment and mails it to the buyer, once per instalment. */
export const issueAndEmailReceipt: Subscriber<CapturedPayment> = async (tx, services, captured) => {
  const number = await issueReceipt(tx, services, captured);
  const { config, outbox } = services;
  const { order, instalment } = captured;
  await outbox.enqueue(tx, {
    kind: 'payment received',
    to: await accountEmail(tx, order.buyer_id),
    dedupeKey: `payment:${instalment.id}`,
    ...paymentEmail(config, captured, number),
    attachments: [number],
  });
};

/** Issues the invoice of a completed order and mails it to the buyer. */
export const issueAndEmailInvoice: Subscriber<StatusChange> = async (tx, services, change) => {
  const number = await issueInvoice(tx, services, change);
  if (number === null) return;
  const { config, outbox } = services;
  await outbox.enqueue(tx, {
    kind: 'invoice',
    to: await accountEmail(tx, change.order.buyer_id),
    dedupeKey: `invoice:${change.order.id}`,
    ...invoiceEmail(config, change.order, number),
    attachments: [number],
  });
};
