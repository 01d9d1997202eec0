import { longDate } from '../../../platform/dates.ts';
import { orderTitle } from '../../orders/dto.ts';
import { firstLineOf, type LineData, type News, type Notice } from '../../orders/news.ts';
import type { ChangeAt, ChangeProposal } from './events.ts';
import {
  type ChangeState,
  describeEffect,
  effectOf,
  isMoreTime,
  isRequest,
  type Side,
  stateOf,
} from './rules.ts';

const dataOf = (changed: ChangeAt) => ({
  number: changed.change.number,
  effect: describeEffect(effectOf(changed)),
});

const changeText = (data: LineData): string =>
  `${String(data['number'])} (${String(data['effect'])})`;

/** A request and the price for it are two mails about one change. */
const changeNotice = (
  { order, change }: ChangeAt,
  { to, message, ...mail }: Words & { to: Side },
): Notice => ({
  to: to === 'owner' ? 'owner' : order.buyer_id,
  message,
  mail: { dedupeKey: `change:${change.id}:${stateOf(change)}`, ...mail },
});

interface Words {
  message: string;
  result: string;
  paragraphs: string[];
  quote?: string;
}

const otherOf = (side: Side): Side => (side === 'owner' ? 'buyer' : 'owner');

/** The other side reads of it, with price and days. A request that is quoted gets a second line, as the owner's proposal. */
export const proposed: News<ChangeProposal> = {
  line: (proposal) => {
    const { change, revision, at } = proposal;
    const isAsked = isRequest(change);
    return [
      revision !== undefined && {
        ...{ key: `revision:${revision.id}:change`, kind: 'revision out of scope', at },
        data: { number: revision.number, change: change.number },
      },
      {
        key: `change:${change.id}${isAsked ? ':asked' : ''}`,
        kind: isAsked ? 'change asked' : 'change proposed',
        data: { ...dataOf(proposal), by: change.proposed_by },
        at,
      },
    ];
  },
  says: {
    'revision out of scope': (data) =>
      `Revision ${String(data['number'])} became change ${String(data['change'])}: it uses no revision`,
    'change proposed': (data) =>
      `${data['by'] === 'buyer' ? 'Change' : 'The seller’s change'} ${changeText(data)} proposed`,
    'change asked': (data) => `Change ${String(data['number'])} requested`,
  },
  tell: (changed) => {
    const { order, change } = changed;
    const { description: quote } = change;
    const title = `“${orderTitle(order)}”`;
    if (isRequest(change)) {
      const who = `${order.buyer_name} requests something more`;
      return changeNotice(changed, {
        ...{ to: 'owner', message: `${who} in ${title}: ${firstLineOf(quote)}` },
        ...{ result: 'Something more is requested', paragraphs: [`${who}:`], quote },
      });
    }
    const effect = describeEffect(effectOf(changed));
    if (isMoreTime(change)) {
      return changeNotice(changed, {
        to: 'buyer',
        message: `The seller asks for more time for ${title} (${effect}): ${firstLineOf(quote)}`,
        result: 'More time requested',
        ...{ paragraphs: [`The seller asks for more time, ${effect}:`], quote },
      });
    }
    return changeNotice(changed, {
      to: otherOf(change.proposed_by),
      message: `A change to ${title} is proposed (${effect}): ${firstLineOf(quote)}`,
      ...{ result: 'Change proposed', paragraphs: [`A change is proposed, ${effect}:`], quote },
    });
  },
};

const STATES: Record<Exclude<ChangeState, 'Proposed' | 'Asked'>, string> = {
  Accepted: 'accepted',
  Included: 'included',
  Declined: 'declined',
  Withdrawn: 'withdrawn',
};

/** The side that did not decide reads of the decision. */
export const decided: News<ChangeAt> = {
  line: (changed, { config }) => {
    const { order, change, at } = changed;
    const isMoved = change.status === 'Accepted' && change.extra_days > 0 && order.delivery_date;
    return {
      ...{ key: `change:${change.id}:${change.status}`, at },
      kind: `change ${stateOf(change).toLowerCase()}`,
      data: {
        ...dataOf(changed),
        ...(isMoved ? { day: longDate(isMoved, config.timeZone) } : {}),
      },
    };
  },
  says: {
    'change included': (data) => `Change ${String(data['number'])} included at no charge`,
    'change accepted': (data) =>
      `Change ${changeText(data)} accepted${data['day'] ? `, delivery by ${String(data['day'])}` : ''}`,
    'change declined': (data) => `Change ${changeText(data)} declined`,
    'change withdrawn': (data) => `Change ${changeText(data)} withdrawn`,
  },
  tell: (changed) => {
    const { order, change } = changed;
    const state = stateOf(change);
    if (state === 'Proposed' || state === 'Asked') return null;
    const { proposed_by: by, status } = change;
    const what = `Change ${change.number}`;
    const effect = describeEffect(effectOf(changed));
    const after = status === 'Accepted' ? `: ${effect}.` : '. The order stays as it was.';
    return changeNotice(changed, {
      to: status === 'Withdrawn' ? otherOf(by) : by,
      message: `${what} to “${orderTitle(order)}” is ${STATES[state]}${after}`,
      result: `${what} ${STATES[state]}`,
      paragraphs: [`${what} to your order is ${STATES[state]}${after}`],
    });
  },
};
