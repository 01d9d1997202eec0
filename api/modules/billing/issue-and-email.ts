import type { Instalment, Order } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import type { Subscriber } from '../../platform/events.ts';
import { priceOf } from '../../platform/money/rules.ts';
import { accountEmail } from '../accounts/queries.ts';
import type { StatusChange } from '../orders/events.ts';
import { openOf } from '../orders/rules.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { amountToPay, instalmentName } from '../payments/instalment-rules.ts';
import { orderEmail } from '../payments/order-emails.ts';
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

const deductedRow = (paise: number): [string, string][] =>
  paise > 0 ? [['Deducted at source', priceOf(paise, 'INR')]] : [];

/** E-mail to the buyer about a payment, with the receipt attached: the first one confirms the order. */
function paymentEmail(
  config: Config,
  { order, instalment, of }: { order: Order; instalment: Instalment; of: number },
  number: string,
) {
  const amount = priceOf(amountToPay(instalment), order.currency);
  const isFirst = instalment.number === 1;
  const isWhole = openOf(order) <= 0;
  const words = isWhole
    ? `We have received ${amount}. Your order is paid in full.`
    : `We have received ${amount}, ${instalmentName({ ...instalment, of })}.`;
  return orderEmail(config, order, 'buyer', {
    result: isFirst ? 'Order confirmed' : `Payment received, ${amount}`,
    paragraphs: [`${isFirst ? 'Thank you for your order. ' : ''}${words} The receipt is attached.`],
    details: [['Received', amount], ...deductedRow(instalment.tax_deducted), ['Receipt', number]],
  });
}

/** E-mail to the buyer about the completed order, with the invoice attached. */
const invoiceEmail = (config: Config, order: Order, number: string) =>
  orderEmail(config, order, 'buyer', {
    result: `Invoice ${number}`,
    paragraphs: [
      'The order is completed. What you have paid is set off on the invoice, which is attached.',
    ],
    details: [['Paid', priceOf(order.paid, order.currency)], ...deductedRow(order.tax_deducted)],
  });
