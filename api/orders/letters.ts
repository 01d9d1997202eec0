import type { Instalment, Order } from '../../db/schema.ts';
import type { Config } from '../lib/config.ts';
import { longDate } from '../lib/dates.ts';
import { compose } from '../mail/letters.ts';
import type { Mail } from '../mail/outbox.ts';
import { money } from '../payments/rules.ts';
import type { WireOrderItem } from './present.ts';
import { shortId } from './rules.ts';

/** What the buyer reads when money has arrived: the order on the first payment, the rest after. */
export function confirmationLetter(config: Config, order: Order, due: Instalment): Promise<Mail> {
  const [item] = JSON.parse(order.items) as WireOrderItem[];
  const whole = order.paid >= order.total;
  const first = due.number === 1;
  const facts: [string, string][] = [
    ['Order', `#${shortId(order.id)}`],
    ['Service', `${item?.title ?? ''} (${item?.selectedPlan.planType ?? ''})`],
    ['Received', money(due.amount)],
    ['Still to pay', money(order.total - order.paid)],
  ];
  if (order.delivery_date) facts.push(['Delivery', longDate(order.delivery_date, config.timeZone)]);
  return compose({
    to: order.buyer_email,
    subject: first
      ? `Your order #${shortId(order.id)} is confirmed`
      : `Payment received for order #${shortId(order.id)}`,
    heading: first ? 'Thank you for your order' : 'Your payment has arrived',
    paragraphs: [
      whole
        ? 'Your payment has arrived in full and the work is under way.'
        : 'Your first milestone has arrived and the work is under way. You can pay the rest on the page of the order at any time.',
    ],
    facts,
    action: { label: 'See the order', url: `${config.siteOrigin}/orders/${order.id}` },
  });
}
