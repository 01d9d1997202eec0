import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { confirmationEmail } from '../orders/emails.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { issueReceipt } from './issue-receipt.ts';

/** Confirms a payment to its buyer, with its receipt attached; once per instalment. */
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
