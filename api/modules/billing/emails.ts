import type { Instalment, Order } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import { priceOf } from '../../platform/money/rules.ts';
import { openOf } from '../orders/rules.ts';
import { amountToPay, instalmentName } from '../payments/instalment-rules.ts';
import { orderEmail } from '../payments/order-emails.ts';

const deductedRow = (paise: number): [string, string][] =>
  paise > 0 ? [['Deducted at source', priceOf(paise, 'INR')]] : [];

/** E-mail to the buyer about a payment, with the receipt attached: the first one confirms the order. */
export function paymentEmail(
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
export const invoiceEmail = (config: Config, order: Order, number: string) =>
  orderEmail(config, order, 'buyer', {
    result: `Invoice ${number}`,
    paragraphs: [
      'The order is completed. What you have paid is set off on the invoice, which is attached.',
    ],
    details: [['Paid', priceOf(order.paid, order.currency)], ...deductedRow(order.tax_deducted)],
  });
