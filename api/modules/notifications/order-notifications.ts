import type { OrderPause } from '../../../db/schema.ts';
import { longDate } from '../../platform/dates.ts';
import { priceOf } from '../../platform/money/rules.ts';
import { type Dates, weekdayAndDay } from '../catalog/availability/calendar-rules.ts';
import { orderTitle } from '../orders/dto.ts';
import type {
  OrderAt,
  OrderResumed,
  RevisionDecision,
  RevisionRequest,
  StatusChange,
} from '../orders/events.ts';
import type { OrderStatus } from '../orders/rules.ts';
import { datesMovedMessage } from '../orders/texts.ts';
import type { Cancellation } from '../payments/events.ts';
import type { ChangeAt } from '../payments/order-changes/events.ts';
import {
  type ChangeState,
  describeEffect,
  effectOf,
  isMoreTime,
  isRequest,
  type Side,
  stateOf,
} from '../payments/order-changes/rules.ts';
import type { HiddenReview, ReviewReply, ReviewWriter, WrittenReview } from '../reviews/events.ts';
import { notify } from './notify.ts';

// What happens with an order itself. Its mails say the result; what happens next is added when they are sent.

const STATUSES: Record<OrderStatus | 'Cancelled', { result: string; words: string }> = {
  'In Progress': { result: 'In progress', words: 'is in progress' },
  Accepted: { result: 'Accepted', words: 'is accepted, and the work begins' },
  Rejected: { result: 'Declined', words: 'is declined' },
  Delivered: { result: 'Delivered', words: 'is delivered' },
  Completed: { result: 'Completed', words: 'is completed' },
  Cancelled: { result: 'Cancelled', words: 'is cancelled' },
};

// A refund is asked for after the order is closed, and the provider may refuse it.
const MAIL_FOLLOWS = 'A mail says when the refund is on its way.';

/** What a mail adds to the result. */
function noteOf({ order, by }: StatusChange): string[] {
  if (order.cancelled_at) {
    const refund = order.promised
      ? `You get ${priceOf(order.promised, order.currency)} back. ${MAIL_FOLLOWS}`
      : '';
    return [refund || 'There is nothing to refund.'];
  }
  if (order.status === 'Rejected')
    return [`You get everything back that you have paid. ${MAIL_FOLLOWS}`];
  if (order.status === 'Delivered') return ['The message and the files are on its page.'];
  if (order.status !== 'Completed') return [];
  return [
    by === 'system'
      ? 'It was completed automatically, seven days after the delivery.'
      : 'Thank you. You can review it on its page.',
  ];
}

/** Tells a buyer whose days were gone when the payment arrived that the work begins later. */
export const notifyDatesMoved = notify(({ order, dates }: OrderAt & { dates: Dates }) => ({
  to: order.buyer_id,
  type: 'order',
  message: `The dates of your order were no longer free: ${orderTitle(order)}. See the new ones.`,
  orderId: order.id,
  mail: {
    order,
    result: 'New dates',
    paragraphs: [datesMovedMessage(dates)],
    dedupeKey: `dates:${order.id}`,
  },
}));

/** Tells the buyer what the seller waits for. */
export const notifyPaused = notify(({ order, pause }: OrderAt & { pause: OrderPause }) => ({
  to: order.buyer_id,
  type: 'order',
  message: `Something is needed from you for your order: ${orderTitle(order)}.`,
  orderId: order.id,
  mail: {
    order,
    result: 'Needed from you',
    paragraphs: ['The seller needs something for your order. The delivery date moves until then.'],
    quote: pause.reason ?? undefined,
    dedupeKey: `paused:${pause.id}`,
  },
}));

/** Tells the buyer that the work goes on, unless the buyer has just sent what it needs. */
export const notifyResumed = notify(
  ({ order, pause, by, hasNewPlace }: OrderResumed, { config }) => {
    if (by !== 'owner' && !hasNewPlace) return null;
    const day = order.delivery_date && longDate(order.delivery_date, config.timeZone);
    return {
      to: order.buyer_id,
      type: 'order',
      message: `The work goes on: ${orderTitle(order)}.`,
      orderId: order.id,
      mail: {
        order,
        result: hasNewPlace ? 'New dates' : 'The work goes on',
        paragraphs: [
          hasNewPlace
            ? `After so long a wait the work has the next free dates: it starts ${weekdayAndDay(order.starts_on ?? '')}, and delivery is planned for ${day}.`
            : `The seller has what was needed. Delivery is planned for ${day}.`,
        ],
        dedupeKey: `resumed:${pause.id}`,
      },
    };
  },
);

/** Tells the owner that the buyer has sent it; a message or the requirements are news themselves. */
export const notifyAnswered = notify(({ order, pause, by }: OrderResumed) =>
  by === 'buyer'
    ? {
        to: 'owner',
        type: 'order',
        message: `${order.buyer_name} has sent what you waited for: ${orderTitle(order)}.`,
        orderId: order.id,
        mail: {
          order,
          result: 'Sent',
          paragraphs: [`${order.buyer_name} says that it is sent:`],
          quote: pause.reason ?? undefined,
          dedupeKey: `answered:${pause.id}`,
        },
      }
    : null,
);

/** Tells the buyer that the delivery date has passed, and from when on it can be cancelled for everything. */
export const notifyLate = notify(
  ({ order, cancelFrom }: OrderAt & { cancelFrom: string }, { config }) => {
    const day = (at: string) => longDate(at, config.timeZone);
    const cancel =
      order.status === 'Accepted'
        ? `From ${day(cancelFrom)} on you can cancel it and get everything back.`
        : 'You can cancel it on its page.';
    return {
      to: order.buyer_id,
      type: 'order',
      message: `Your order is late: ${orderTitle(order)}.`,
      orderId: order.id,
      mail: {
        order,
        result: 'Late',
        paragraphs: [
          `The delivery was planned for ${day(order.delivery_date ?? cancelFrom)}. ${cancel}`,
        ],
        dedupeKey: `late:${order.id}:${order.delivery_date}`,
      },
    };
  },
);

/**
 * Notifies the buyer of a new order status. For the buyer's own action only the e-mail is sent, as a record.
 */
export const notifyOrderStatus = notify((change: StatusChange) => {
  const { order, by, reason } = change;
  const { result, words } = STATUSES[order.cancelled_at ? 'Cancelled' : order.status];
  return {
    to: order.buyer_id,
    type: 'order',
    live: 'update_order_status',
    mailOnly: by === 'buyer',
    message: `Your order ${words}: ${orderTitle(order)}.`,
    orderId: order.id,
    mail: {
      order,
      result,
      dedupeKey: `status:${order.id}:${order.status}:${order.updated_at}`,
      paragraphs: [[`Your order ${words}.`, ...noteOf(change)].join(' ')],
      quote: reason,
    },
  };
});

/** Notifies the owner that the buyer has cancelled; the owner need not act. */
export const notifyOrderCancelled = notify(({ order, refundAmount }: Cancellation) => {
  const refund =
    refundAmount > 0
      ? ` A refund of ${priceOf(refundAmount, order.currency)} is asked for automatically.`
      : '';
  return {
    to: 'owner',
    type: 'order',
    message: `${order.buyer_name} cancelled an order: ${orderTitle(order)}.${refund}`,
    orderId: order.id,
    mail: {
      order,
      result: 'Cancelled',
      dedupeKey: `owner:cancelled:${order.id}`,
      paragraphs: [`${order.buyer_name} cancelled the order.${refund} You need not do anything.`],
    },
  };
});

export const notifyRevisionRequested = notify(({ order, revision, buyer }: RevisionRequest) => {
  const what = `revision ${revision.number} of ${order.max_revisions}`;
  return {
    to: 'owner',
    type: 'revision',
    message: `${buyer.name} requests ${what}: ${orderTitle(order)}.`,
    orderId: order.id,
    mail: {
      order,
      result: 'Revision requested',
      dedupeKey: `revision:${revision.id}:Pending`,
      paragraphs: [`${buyer.name} requests ${what}:`],
      quote: revision.description,
    },
  };
});

const REVISIONS: Record<RevisionDecision['status'], string> = {
  Approved: 'is approved, and the work begins',
  Rejected: 'is declined',
  Completed: 'is completed',
};

export const notifyRevisionDecided = notify(({ order, revision, status }: RevisionDecision) => ({
  to: order.buyer_id,
  type: 'revision',
  live: 'update_revision_status',
  message: `Your revision ${REVISIONS[status]}: ${orderTitle(order)}.`,
  orderId: order.id,
  mail: {
    order,
    result: `Revision ${status === 'Rejected' ? 'declined' : status.toLowerCase()}`,
    dedupeKey: `revision:${revision.id}:${status}`,
    paragraphs: [`Your revision request ${REVISIONS[status]}.`],
  },
}));

const changeInput = (
  { order, change }: ChangeAt,
  { to, message, ...mail }: { to: Side; message: string } & ChangeMail,
) => ({
  to: to === 'owner' ? 'owner' : order.buyer_id,
  type: 'order' as const,
  message,
  orderId: order.id,
  // A request and the price for it are two mails about one change.
  mail: { order, dedupeKey: `change:${change.id}:${stateOf(change)}`, ...mail },
});

interface ChangeMail {
  result: string;
  paragraphs: string[];
  quote?: string;
}

const otherOf = (side: Side): Side => (side === 'owner' ? 'buyer' : 'owner');

/** Notifies the other side of a proposed change, with price and days. */
export const notifyChangeProposed = notify((changed: ChangeAt) => {
  const { order, change } = changed;
  const { description: quote } = change;
  const title = `“${orderTitle(order)}”`;
  if (isRequest(change)) {
    const who = `${order.buyer_name} asks for more`;
    return changeInput(changed, {
      to: 'owner',
      message: `${who} in ${title}: ${firstLineOf(quote)}`,
      ...{ result: 'More is asked for', paragraphs: [`${who}:`], quote },
    });
  }
  const effect = describeEffect(effectOf(changed));
  if (isMoreTime(change)) {
    return changeInput(changed, {
      to: 'buyer',
      message: `The seller asks for more time for ${title} (${effect}): ${firstLineOf(quote)}`,
      result: 'More time asked for',
      ...{ paragraphs: [`The seller asks for more time, ${effect}:`], quote },
    });
  }
  return changeInput(changed, {
    to: otherOf(change.proposed_by),
    message: `A change of ${title} is proposed (${effect}): ${firstLineOf(quote)}`,
    ...{ result: 'Change proposed', paragraphs: [`A change is proposed, ${effect}:`], quote },
  });
});

const CHANGES: Record<Exclude<ChangeState, 'Proposed' | 'Asked'>, string> = {
  Accepted: 'accepted',
  Included: 'included',
  Declined: 'declined',
  Withdrawn: 'withdrawn',
};

/** Notifies the side that did not decide about the decision. */
export const notifyChangeDecided = notify((changed: ChangeAt) => {
  const { order, change } = changed;
  const state = stateOf(change);
  if (state === 'Proposed' || state === 'Asked') return null;
  const { proposed_by: by, status } = change;
  const what = `Change ${change.number}`;
  const effect = describeEffect(effectOf(changed));
  const after = status === 'Accepted' ? `: ${effect}.` : '. The order stays as it was.';
  return changeInput(changed, {
    to: status === 'Withdrawn' ? otherOf(by) : by,
    message: `${what} of “${orderTitle(order)}” is ${CHANGES[state]}${after}`,
    result: `${what} ${CHANGES[state]}`,
    paragraphs: [`${what} of your order is ${CHANGES[state]}${after}`],
  });
});

const SHOWN_CHARS = 120;

/** The first line of a text, shortened for a list. */
function firstLineOf(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line;
}

export const notifyReviewWritten = notify(({ order, review, buyer, gigTitle }: WrittenReview) => {
  const rating = `${review.half_stars / 2} of 5 stars`;
  return {
    to: 'owner',
    type: 'review',
    message: `${buyer.name} gives ${rating} to ${gigTitle}.`,
    orderId: order.id,
    mail: {
      order,
      result: `Review, ${rating}`,
      dedupeKey: `review:${review.id}`,
      paragraphs: [`${buyer.name} gives ${rating}:`],
      quote: review.comment,
      action: { label: 'Reply to the review', path: '/desk/reviews' },
    },
  };
});

export const notifyReviewReplied = notify(({ review, reply }: ReviewReply) =>
  toWriter(review, `Your review has an answer: ${firstLineOf(reply)}`),
);

export const notifyReviewHidden = notify(({ review, reason }: HiddenReview) =>
  toWriter(review, `Your review is not shown: ${reason}`),
);

/** Nothing for seed data, whose reviews belong to no order. */
const toWriter = ({ user_id, order_id: orderId }: ReviewWriter, message: string) =>
  orderId ? ({ to: user_id, type: 'review', message, orderId } as const) : null;
