import type { Instalment, Order } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import { longDate } from '../../platform/dates.ts';
import type { EmailContent } from '../../platform/mail/email-layout.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { orderNumber } from '../orders/order-number-rules.ts';

/** E-mail to the buyer about a payment: the first one confirms the order. */
export function paymentEmail(
  config: Config,
  order: Order,
  instalment: Instalment,
): Omit<EmailContent, 'to'> {
  const [item] = JSON.parse(order.items) as OrderItemDto[];
  const whole = order.paid >= order.total;
  const first = instalment.number === 1;
  const details: [string, string][] = [
    ['Order', `#${orderNumber(order.id)}`],
    ['Service', `${item?.title ?? ''} (${item?.selectedPlan.planType ?? ''})`],
    ['Received', formatPaise(instalment.amount)],
    ['Still to pay', formatPaise(order.total - order.paid)],
  ];
  const isUnderWay = ['In Progress', 'Accepted'].includes(order.status);
  const next =
    first && order.status === 'In Progress'
      ? ['We look at your order now and write to you when it is accepted.']
      : [];
  if (order.delivery_date && isUnderWay)
    details.push(['Delivery', longDate(order.delivery_date, config.timeZone)]);
  return {
    subject: first
      ? `Your order #${orderNumber(order.id)} is confirmed`
      : `Payment received for order #${orderNumber(order.id)}`,
    heading: first ? 'Thank you for your order' : 'Your payment has arrived',
    paragraphs: [
      whole
        ? 'Your payment has arrived in full.'
        : `${first ? 'Your first milestone' : 'This part'} has arrived. You can pay the rest on the page of the order at any time.`,
      ...next,
    ],
    details,
    action: { label: 'See the order', url: `${config.siteOrigin}/orders/${order.id}` },
  };
}

/** E-mail to the buyer about the completed order, with the invoice attached. */
export const invoiceEmail = (
  config: Config,
  order: Order,
  number: string,
): Omit<EmailContent, 'to'> => {
  const open = order.total - order.paid;
  return {
    subject: `Invoice ${number} for order #${orderNumber(order.id)}`,
    heading: 'Your invoice',
    paragraphs: [
      'The order is completed. What you have paid is set off on the invoice, which is attached.',
    ],
    details: [
      ['Order', `#${orderNumber(order.id)}`],
      ['Invoice', number],
      ['Paid', formatPaise(order.paid)],
      ['Still to pay', formatPaise(open)],
    ],
    action: { label: 'See the order', url: `${config.siteOrigin}/orders/${order.id}` },
  };
};
