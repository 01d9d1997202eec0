import { longDate } from '../../platform/dates.ts';
import { formatPaise } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import type { InstalmentUpdate } from '../payments/events.ts';
import { instalmentName, type ReminderStage } from '../payments/instalment-rules.ts';
import { notify } from './notify.ts';

function describe({ order, instalment, of }: InstalmentUpdate, { config }: Services) {
  const day = instalment.pay_by ? longDate(instalment.pay_by, config.timeZone) : '';
  return {
    name: `${instalmentName({ ...instalment, of })} of order #${orderNumber(order.id)}, ${formatPaise(instalment.amount)},`,
    order: `#${orderNumber(order.id)}`,
    day,
  };
}

/** Notifies the buyer that an instalment was waived or got a different date. */
export const notifyInstalment = notify((change: InstalmentUpdate, services) => {
  const { name, order, day } = describe(change, services);
  const { instalment } = change;
  const [what, mailed] = instalment.waived_at
    ? ['is waived: you need not pay it']
    : ['has a new due date', `is now due on ${day}`];
  return {
    to: change.order.buyer_id,
    type: 'payment',
    message: `${name} ${what}.`,
    orderId: change.order.id,
    mail: {
      dedupeKey: `part:${instalment.id}:${change.at}`,
      subject: `A payment of order ${order} has changed`,
      heading: 'A payment has changed',
      message: `${name} ${mailed ?? what}.`,
    },
  };
});

const SENTENCES: Record<ReminderStage, string> = {
  soon: 'is due soon',
  today: 'is due today',
  overdue: 'is overdue',
};

const MAILED: Record<ReminderStage, (day: string) => string> = {
  soon: (day) => `is due on ${day}`,
  today: () => 'is due today',
  overdue: (day) => `was due on ${day} and is not paid yet`,
};

type Reminder = InstalmentUpdate & { stage: ReminderStage };

export const remindBuyer = notify((change: Reminder, services) => {
  const { name, order, day } = describe(change, services);
  const { instalment, stage } = change;
  const what = MAILED[stage](day);
  return {
    to: change.order.buyer_id,
    type: 'payment',
    message: `${name} ${SENTENCES[stage]}.`,
    orderId: change.order.id,
    mail: {
      dedupeKey: `reminder:${instalment.id}:${instalment.pay_by}:${stage}`,
      subject: `A payment of order ${order} ${stage === 'overdue' ? 'is overdue' : what}`,
      heading: stage === 'overdue' ? 'A payment is overdue' : `A payment ${what}`,
      message: `${name} ${what}.`,
    },
  };
});
