import type { OrderPause } from '../../../db/schema.ts';
import { longDate } from '../../platform/dates.ts';
import { newId } from '../../platform/ids.ts';
import { priceOf } from '../../platform/money/rules.ts';
import {
  type Dates,
  describeDates,
  weekdayAndDay,
} from '../catalog/availability/calendar-rules.ts';
import { orderTitle } from './dto.ts';
import type {
  DeliveryCorrected,
  OrderAt,
  OrderResumed,
  RevisionDecision,
  RevisionRequest,
  StatusChange,
} from './events.ts';
import type { News } from './news.ts';
import { DAYS_TO_ANSWER, type OrderStatus } from './rules.ts';
import { datesMovedMessage, owedOnTopMessage } from './texts.ts';

// What happens with an order itself. Its mails say the result; what happens next is added when they are sent.

/** Written where an order is placed, which is told by its payment. */
export const placed: News<never> = { says: { placed: () => 'Order placed' } };

const STATUSES: Record<OrderStatus | 'Cancelled', { result: string; words: string }> = {
  'In Progress': { result: 'In progress', words: 'is in progress' },
  Accepted: { result: 'Accepted', words: 'is accepted, and the work begins' },
  Rejected: { result: 'Declined', words: 'is declined' },
  Delivered: { result: 'Delivered', words: 'is delivered' },
  Completed: { result: 'Completed', words: 'is completed' },
  Cancelled: { result: 'Cancelled', words: 'is cancelled' },
};

// A refund is requested after the order is closed, and the provider may refuse it. Its own mail is sent only then, or when
// it was refused first: one mail tells of the end of an order and of its money.
const ARRIVES = 'It can take up to seven working days to arrive.';

/** What a mail adds to the result. */
function noteOf({ order, by, isPreview }: StatusChange): string {
  if (order.cancelled_at) {
    return order.promised
      ? ` You get ${priceOf(order.promised, order.currency)} back. ${ARRIVES}`
      : ' There is nothing to refund.';
  }
  if (order.status === 'Rejected') return ` You get everything back that you have paid. ${ARRIVES}`;
  if (isPreview) return ' Previews are on its page; the files open with the payment.';
  if (order.status === 'Delivered') return ' The message and the files are on its page.';
  if (order.status !== 'Completed') return '';
  return by === 'system'
    ? ' It was completed automatically, seven days after the delivery.'
    : ' Thank you. You can review it on its page.';
}

const statusLine = ({
  order,
  reason,
  isPreview,
  at,
}: OrderAt & Pick<StatusChange, 'reason' | 'isPreview'>) => ({
  ...{ key: `status:${newId()}`, kind: 'status', at },
  data: {
    status: order.shown_status,
    ...(reason ? { reason } : {}),
    ...(isPreview ? { isPreview } : {}),
  },
});

export const reopened: News<OrderAt> = { line: statusLine };

/** For the buyer's own action only the mail is sent, as a record. */
export const statusChanged: News<StatusChange> = {
  line: statusLine,
  says: {
    status: (data) =>
      `Order is now ${String(data['status'] ?? 'changed')}${data['isPreview'] ? ', with closed files' : ''}`,
  },
  tell: (change) => {
    const { order, by, reason, delivered, owedOnTop = 0 } = change;
    const isRefunded = order.cancelled_at ? !!order.promised : order.status === 'Rejected';
    const { result, words } = STATUSES[order.cancelled_at ? 'Cancelled' : order.status];
    return {
      to: order.buyer_id,
      live: 'update_order_status',
      message: by === 'buyer' ? undefined : `Your order ${words}: ${orderTitle(order)}.`,
      mail: {
        result,
        paragraphs: [
          `Your order ${words}.${noteOf(change)}`,
          ...(owedOnTop > 0 ? [owedOnTopMessage(owedOnTop, order.currency)] : []),
        ],
        ...(isRefunded || owedOnTop > 0 ? { kind: 'refund' } : {}),
        quote: reason ?? delivered,
        dedupeKey: `status:${order.id}:${order.status}:${order.updated_at}`,
      },
    };
  },
};

/** The mail says no more than its page, where the newest version is: those within an hour are one. */
export const corrected: News<DeliveryCorrected> = {
  line: ({ version, corrects, at }) => ({
    ...{ key: `corrected:${version}`, kind: 'corrected', data: { version, corrects }, at },
  }),
  says: {
    corrected: ({ version, corrects }) =>
      `Version ${String(version)} delivered, which corrects version ${String(corrects)}`,
  },
  tell: ({ order, version, mailKey }) => ({
    to: order.buyer_id,
    message: `A corrected version is delivered: ${orderTitle(order)}.`,
    burst: { isBegun: mailKey !== version },
    mail: {
      result: 'Corrected version',
      paragraphs: [
        `A corrected version is on its page. You have ${DAYS_TO_ANSWER} days from now to look at it.`,
      ],
      dedupeKey: `corrected:${order.id}:${mailKey}`,
    },
  }),
};

/** Its payment, or what was waived, is told by itself. */
export const handedOver: News<OrderAt & { version: number }> = {
  line: ({ version, at }) => ({ key: 'handed over', kind: 'handed over', data: { version }, at }),
  says: { 'handed over': ({ version }) => `The files of version ${String(version)} are open` },
};

/** The days of a buyer's order were gone when the payment arrived: the work begins later. */
export const datesMoved: News<OrderAt & { dates: Dates }> = {
  line: ({ dates, at }) => ({ key: 'dates moved', kind: 'dates moved', data: dates, at }),
  says: {
    'dates moved': (data) =>
      `The dates were no longer free: the work now ${describeDates(data as unknown as Dates)}`,
  },
  tell: ({ order, dates }) => ({
    to: order.buyer_id,
    message: `The dates of your order were no longer free: ${orderTitle(order)}. See the new ones.`,
    mail: {
      result: 'New dates',
      paragraphs: [datesMovedMessage(dates)],
      dedupeKey: `dates:${order.id}`,
    },
  }),
};

export const requirementsSaved: News<OrderAt> = {
  line: ({ at }) => ({ key: 'requirements', kind: 'requirements', at }),
  says: { requirements: () => 'Requirements submitted' },
};

export const paused: News<OrderAt & { pause: OrderPause }> = {
  line: ({ order, pause, at }) => ({
    ...{ key: `paused:${pause.id}`, kind: 'paused', at },
    data: { reason: pause.reason, due: order.delivery_date },
  }),
  says: {
    paused: ({ reason }) => `Waiting for the buyer${reason ? `: ${String(reason)}` : ''}`,
  },
  tell: ({ order, pause }) => ({
    to: order.buyer_id,
    message: `Something is needed from you for your order: ${orderTitle(order)}.`,
    mail: {
      result: 'Needed from you',
      paragraphs: [
        'The seller needs something from you. The delivery date moves until you send it.',
      ],
      quote: pause.reason ?? undefined,
      dedupeKey: `paused:${pause.id}`,
    },
  }),
};

/**
 * The delivery date has moved; no line if the requirements came at once. The buyer reads that the work goes on, unless
 * they have just sent what it needs; the owner that it is sent, unless that is news itself (a message, the requirements).
 */
export const resumed: News<OrderResumed> = {
  line: ({ order, pause, hasNewPlace, at }, { config }) =>
    pause.reason === null && pause.days === 0
      ? null
      : {
          ...{ key: `resumed:${pause.id}`, kind: 'resumed', at },
          data: {
            days: pause.days,
            day: order.delivery_date && longDate(order.delivery_date, config.timeZone),
            ...(hasNewPlace ? { startsOn: order.starts_on } : {}),
          },
        },
  says: {
    resumed: ({ days, day, startsOn }) => {
      const added = days === 0 ? 'no days' : days === 1 ? '1 day' : `${String(days)} days`;
      const start = startsOn ? `the work starts ${weekdayAndDay(String(startsOn))}, ` : '';
      return `The wait for the buyer is over: ${added} added, ${start}delivery by ${String(day)}`;
    },
  },
  tell: ({ order, pause, by, hasNewPlace }, { config }) => {
    const day = order.delivery_date && longDate(order.delivery_date, config.timeZone);
    return [
      (by === 'owner' || hasNewPlace) && {
        to: order.buyer_id,
        message: `The work goes on: ${orderTitle(order)}.`,
        mail: {
          result: hasNewPlace ? 'New dates' : 'The work goes on',
          paragraphs: [
            hasNewPlace
              ? `After so long a wait the work has the next free dates: it starts ${weekdayAndDay(order.starts_on ?? '')}, and delivery is planned for ${day}.`
              : `The seller has what was needed. Delivery is planned for ${day}.`,
          ],
          dedupeKey: `resumed:${pause.id}`,
        },
      },
      by === 'buyer' && {
        to: 'owner',
        message: `${order.buyer_name} has sent what you asked for: ${orderTitle(order)}.`,
        mail: {
          result: 'The buyer has answered',
          paragraphs: [`${order.buyer_name} has sent what you asked for:`],
          quote: pause.reason ?? undefined,
          dedupeKey: `answered:${pause.id}`,
        },
      },
    ];
  },
};

/** The delivery date has passed, and from when on the order can be cancelled for everything. */
export const late: News<OrderAt & { cancelFrom: string }> = {
  line: ({ order: { delivery_date }, at }, { config }) => ({
    ...{ key: `late:${delivery_date}`, kind: 'late', at },
    data: { day: longDate(delivery_date ?? at, config.timeZone) },
  }),
  says: { late: ({ day }) => `The delivery is late: it was planned for ${String(day)}` },
  tell: ({ order, cancelFrom }, { config }) => {
    const day = (at: string) => longDate(at, config.timeZone);
    const cancel =
      order.status === 'Accepted'
        ? `From ${day(cancelFrom)} on you can cancel it and get everything back.`
        : 'You can cancel it on its page.';
    return {
      to: order.buyer_id,
      message: `Your order is late: ${orderTitle(order)}.`,
      mail: {
        result: 'Late',
        paragraphs: [
          `The delivery was planned for ${day(order.delivery_date ?? cancelFrom)}. ${cancel}`,
        ],
        dedupeKey: `late:${order.id}:${order.delivery_date}`,
      },
    };
  },
};

export const revisionRequested: News<RevisionRequest> = {
  line: ({ order, revision, at }) => ({
    ...{ key: `revision:${revision.id}`, kind: 'revision requested', at },
    data: { number: revision.number, of: order.max_revisions },
  }),
  says: {
    'revision requested': (data) =>
      `Revision ${String(data['number'])} of ${String(data['of'])} requested`,
  },
  tell: ({ order, revision, buyer, pointedAt }) => {
    const what = `${buyer.name} requests revision ${revision.number} of ${order.max_revisions}`;
    return {
      to: 'owner',
      type: 'revision',
      message: `${what}: ${orderTitle(order)}.`,
      mail: {
        result: 'Revision requested',
        paragraphs: [`${what}:`],
        quote: [revision.description, ...pointedAt].join('\n\n'),
        dedupeKey: `revision:${revision.id}:Pending`,
      },
    };
  },
};

const REVISIONS: Record<RevisionDecision['status'], string> = {
  Approved: 'is approved, and the work begins',
  Rejected: 'is declined',
  Completed: 'is completed',
};

export const revisionDecided: News<RevisionDecision> = {
  line: ({ revision, status, reason, at }) => ({
    ...{ key: `revision:${revision.id}:${status}`, kind: 'revision decided', at },
    data: { number: revision.number, status, ...(reason ? { reason } : {}) },
  }),
  says: {
    'revision decided': ({ number, status, reason }) =>
      `Revision ${String(number)} ${String(status).toLowerCase()}${reason ? `: ${String(reason)}` : ''}`,
  },
  tell: ({ order, revision, status, reason }) => ({
    to: order.buyer_id,
    type: 'revision',
    live: 'update_revision_status',
    message: `Your revision ${REVISIONS[status]}: ${orderTitle(order)}.`,
    mail: {
      result: `Revision ${status === 'Rejected' ? 'declined' : status.toLowerCase()}`,
      paragraphs: [`Your revision request ${REVISIONS[status]}.`],
      quote: reason,
      dedupeKey: `revision:${revision.id}:${status}`,
    },
  }),
};
