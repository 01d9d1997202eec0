import { orderNumber } from '../orders/order-number-rules.ts';
import type { ChangeAt } from '../payments/order-changes/events.ts';
import {
  type ChangeState,
  describeEffect,
  isRequest,
  type Side,
  stateOf,
} from '../payments/order-changes/rules.ts';
import { notify } from './notify.ts';

const inputOf = (
  { order, change }: ChangeAt,
  wording: { to: Side; message: string; subject: string },
) => ({
  to: wording.to === 'owner' ? 'owner' : order.buyer_id,
  type: 'order' as const,
  message: wording.message,
  orderId: order.id,
  // A request and the price for it are two mails about one change.
  mail: { dedupeKey: `change:${change.id}:${stateOf(change)}`, subject: wording.subject },
});

const otherOf = (side: Side): Side => (side === 'owner' ? 'buyer' : 'owner');

/** Notifies the other side of a proposed change, with price and days. */
export const notifyChangeProposed = notify((changed: ChangeAt) => {
  const { order, change } = changed;
  const effect = describeEffect({ amount: change.amount, days: change.extra_days });
  const name = `#${orderNumber(order.id)}`;
  if (isRequest(change)) {
    return inputOf(changed, {
      to: 'owner',
      message: `More is asked for in order ${name}: ${firstLineOf(change.description)}`,
      subject: `More is asked for in order ${name}`,
    });
  }
  return inputOf(changed, {
    to: otherOf(change.proposed_by),
    message: `A change of order ${name} is proposed (${effect}): ${firstLineOf(change.description)}`,
    subject: `A change of order ${name} is proposed`,
  });
});

const WORDS: Record<Exclude<ChangeState, 'Proposed' | 'Asked'>, string> = {
  Accepted: 'is accepted',
  Included: 'is included',
  Declined: 'is declined',
  Withdrawn: 'is withdrawn',
};

/** Notifies the side that did not decide about the decision. */
export const notifyChangeDecided = notify((changed: ChangeAt) => {
  const { order, change } = changed;
  const state = stateOf(change);
  if (state === 'Proposed' || state === 'Asked') return null;
  const { proposed_by: by, status } = change;
  const what = `Change ${change.number} of order #${orderNumber(order.id)} ${WORDS[state]}`;
  const effect = describeEffect({ amount: change.amount, days: change.extra_days });
  return inputOf(changed, {
    to: status === 'Withdrawn' ? otherOf(by) : by,
    message: status === 'Accepted' ? `${what}: ${effect}.` : `${what}. The order stays as it was.`,
    subject: what,
  });
});

const SHOWN_CHARS = 120;

/** The first line of a text, shortened for a list. */
function firstLineOf(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line;
}
