import type { Order } from '../../../db/schema/orders.ts';
import type { Side } from '../../../db/schema/states.ts';
import { price, priceOf, toPaise } from '../../platform/money/rules.ts';
import { weekdayAndDay } from '../catalog/availability/calendar-rules.ts';
import { describePause, type Pause } from './clock/texts.ts';
import { isOpen, openPaise, type PaymentStatus, type ShownStatus } from './rules.ts';

export type { Side };

/** What decides for whom an order waits. */
export interface OrderFacts {
  status: ShownStatus;
  /** Whether it was made from a quote, which the owner has agreed to already. */
  isQuoted: boolean;
  deliveryDate: string | null;
  /** The time at which a delivery counts as accepted; null if none waits for an answer. */
  completesAt: string | null;
  /** Whether a bank questions a payment: nothing completes by itself meanwhile. */
  isQuestioned: boolean;
  hasRequirements: boolean;
  /** Whether the files of its deliveries are closed until a part is paid. */
  isClosed: boolean;
  /** Whether all such parts are paid: closed files then wait for the certificate of deducted tax. */
  isPaidForFiles: boolean;
  /** The open instalment to pay next; null if the order takes no payment. */
  due: { payBy: string | null } | null;
  /** The sides whose proposed change waits for an answer, the newest first. */
  proposedBy: readonly Side[];
  /** What the seller waits for, and the delivery time with it; null if it counts. */
  waits: Pause | null;
  hasPendingRevision: boolean;
  /** The time by which the owner must answer a bank's dispute. */
  respondBy: string | null;
  /** Whether a refund is due that nobody has sent, or that a bank has sent back. */
  owesRefund: boolean;
}

/** What an order can wait for, most urgent first. */
type Step =
  | 'pay'
  | 'answerBank'
  | 'answerProposal'
  | 'answerRevision'
  | 'sendRequirements'
  | 'sendAnswer'
  | 'start'
  | 'deliver'
  | 'payToOpen'
  | 'openFiles'
  | 'acceptDelivery'
  | 'payRest'
  | 'sendRefund';

export interface Next {
  /** Who must act; null if nobody must. */
  turn: Side | null;
  step: Step | null;
  /** Until when. */
  by: string | null;
  /** What each side can do for the order to go on, the first is the one to show. */
  actions: Record<Side, Step[]>;
}

/** Whose turn it is on an order, what for and until when. The one answer for pages, lists, mails and notifications. */
export function next(facts: OrderFacts): Next {
  const { status, due, proposedBy, deliveryDate } = facts;
  const waiting: { step: Step; side: Side; by: string | null }[] = [];
  const wait = (when: boolean, step: Step, side: Side, by: string | null = null) => {
    if (when) waiting.push({ step, side, by });
  };
  const isNew = status === 'In Progress';
  wait(facts.respondBy !== null, 'answerBank', 'owner', facts.respondBy);
  wait(status === 'Awaiting payment' && due !== null, 'pay', 'buyer', due?.payBy ?? null);
  for (const side of proposedBy) wait(true, 'answerProposal', otherSide(side));
  wait(facts.hasPendingRevision, 'answerRevision', 'owner');
  const { waits } = facts;
  const needsRequirements = (isNew && !facts.hasRequirements) || waits?.reason === null;
  wait(needsRequirements, 'sendRequirements', 'buyer');
  wait(typeof waits?.reason === 'string', 'sendAnswer', 'buyer');
  wait(isNew, 'start', 'owner', deliveryDate);
  wait(status === 'Accepted' || (isNew && facts.isQuoted), 'deliver', 'owner', deliveryDate);
  const isPreview = status === 'Delivered' && facts.isClosed;
  const { isPaidForFiles } = facts;
  wait(isPreview && !isPaidForFiles && due !== null, 'payToOpen', 'buyer', due?.payBy ?? null);
  wait(isPreview && isPaidForFiles, 'openFiles', 'owner');
  const completesAt = facts.isQuestioned ? null : facts.completesAt;
  wait(facts.completesAt !== null, 'acceptDelivery', 'buyer', completesAt);
  wait(status === 'Completed' && due !== null, 'payRest', 'buyer', due?.payBy ?? null);
  const [first] = waiting;
  const actionsOf = (side: Side) =>
    waiting.filter((each) => each.side === side).map(({ step }) => step);
  const buyer = actionsOf('buyer');
  // A delivery can be accepted while a revision is open, and a part that is not due yet can be paid.
  if (status === 'Delivered' && !isPreview && !buyer.includes('acceptDelivery'))
    buyer.push('acceptDelivery');
  if (due && !buyer.includes('pay') && !buyer.includes('payToOpen')) buyer.push('payRest');
  return {
    turn: first?.side ?? null,
    step: first?.step ?? null,
    by: first?.by ?? null,
    actions: {
      buyer: [...new Set(buyer)],
      // The order goes on meanwhile, and its buyer has been told.
      owner: [...actionsOf('owner'), ...(facts.owesRefund ? (['sendRefund'] as const) : [])],
    },
  };
}

/** What waits for the owner, the most urgent first. */
export const OWNER_STEPS = [
  ...(['answerBank', 'sendRefund', 'answerRevision', 'answerProposal'] as const),
  ...(['start', 'deliver', 'openFiles'] as const),
] satisfies Step[];

export type OwnerStep = (typeof OWNER_STEPS)[number];

const DAY = 24 * 60 * 60 * 1000;
/** Accepted work waits again from this time before its day. */
const SOON = 2 * DAY;

/**
 * The steps of an order that wait for the owner now, the most urgent first: what is pressed is answered, as long as it can
 * be undone. All counts, lists, pages and mails ask this.
 */
export function stepsOfOwner(
  actions: readonly Step[],
  { delivery_date: deliveryDate, act_due }: Pick<Order, 'delivery_date' | 'act_due'>,
  now: Date,
): OwnerStep[] {
  if (act_due !== null) return [];
  const isDue =
    !actions.includes('start') &&
    deliveryDate !== null &&
    Date.parse(deliveryDate) < now.getTime() + SOON;
  return OWNER_STEPS.filter((step) => actions.includes(step) && (step !== 'deliver' || isDue));
}

/** The owner's lists of orders; the first has what waits for the owner in any of the others. */
export const ORDER_TABS = ['mine', 'new', 'work', 'client', 'done'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

/** The one list beside "mine" in which an open order is. */
export function tabOf(order: { orderStatus: ShownStatus; next: { turn: Side | null } }): OrderTab {
  if (order.orderStatus === 'In Progress') return 'new';
  if (isOpen(order.orderStatus)) return order.next.turn === 'owner' ? 'work' : 'client';
  return order.next.turn === 'buyer' ? 'client' : 'done';
}

export const otherSide = (side: Side): Side => (side === 'buyer' ? 'owner' : 'buyer');

/** What a sentence about the next step needs of an order; amounts in rupees. */
export interface Described {
  next: Pick<Next, 'turn' | 'step' | 'by'>;
  orderStatus: ShownStatus;
  deliveryDate: string | null;
  /** The first day of the work, where the seller has a calendar. */
  startsOn?: string | undefined;
  isQuoted: boolean;
  waits?: Pause | undefined;
  paymentInfo: {
    paymentStatus: PaymentStatus;
    dueAmount: number;
    currency: string;
    totalAmount: number;
    paidAmount: number;
    taxDeducted?: number | undefined;
    dueDeduction?: number | undefined;
    refundedAmount: number;
    owedAmount?: number | undefined;
    lostAmount: number;
  };
}

/** How a reader sees dates: in the own time zone on screens, in the seller's in mails. */
type Day = (iso: string) => string;

/** The next step as a heading and a sentence for one side. */
export function describeNext(
  order: Described,
  side: Side,
  { day, now }: { day: Day; now: Date },
): { title: string; note: string } {
  const title = nextTitle(order, side);
  const note = noteOf(order, side, day, now);
  return { title, note };
}

const TITLES: Record<Step, Record<Side, string>> = {
  pay: { buyer: 'Pay to start the work', owner: 'Waiting for the payment' },
  answerBank: { buyer: 'Your bank asks about a payment', owner: 'Reply to the bank' },
  answerProposal: { buyer: 'Answer the proposed change', owner: 'Answer the request' },
  answerRevision: {
    buyer: 'Your revision is being answered',
    owner: 'Answer the revision request',
  },
  sendRequirements: { buyer: 'Say what you need', owner: 'Waiting for the requirements' },
  sendAnswer: { buyer: 'Something is needed from you', owner: 'Waiting for the buyer' },
  start: { buyer: 'Your requirements are being checked', owner: 'Accept the order' },
  deliver: { buyer: 'The work is under way', owner: 'Deliver the work' },
  acceptDelivery: {
    buyer: 'Accept the delivery or ask for a change',
    owner: 'Waiting for the delivery to be accepted',
  },
  payToOpen: {
    buyer: 'Pay to open the files',
    owner: 'Waiting for the payment that opens the files',
  },
  openFiles: {
    buyer: 'The files wait for your tax certificate',
    owner: 'Open the files, or wait for the tax certificate',
  },
  payRest: { buyer: 'Pay what is left', owner: 'Completed, with a payment open' },
  sendRefund: { buyer: 'Your refund is being sent', owner: 'Send the refund' },
};

/** What opens the place of a step on the page of its order, where the first thing is what to do. */
export const STEP_LINKS: Record<Step, { label: string; anchor: string }> = {
  pay: { label: 'Pay now', anchor: '' },
  answerBank: { label: 'Reply to the bank', anchor: '' },
  answerProposal: { label: 'Read and answer', anchor: '' },
  answerRevision: { label: 'See the request', anchor: '' },
  sendRequirements: { label: 'Send your requirements', anchor: '#requirements' },
  sendAnswer: { label: 'See what is needed', anchor: '' },
  start: { label: 'See the order', anchor: '' },
  deliver: { label: 'See the order', anchor: '' },
  acceptDelivery: { label: 'See the delivery', anchor: '#delivered' },
  payToOpen: { label: 'See the previews', anchor: '#delivered' },
  openFiles: { label: 'See the payments', anchor: '#payments' },
  payRest: { label: 'Pay now', anchor: '' },
  sendRefund: { label: 'See the payments', anchor: '#payments' },
};

/** The page of an order for one side. */
export const orderPath = (side: Side, orderId: string): string =>
  side === 'owner' ? `/desk/orders/${orderId}` : `/orders/${orderId}`;

/** The page of a conversation for one side, at one of its quotes if it is named; before an order it is a question. */
export function conversationPath(
  side: Side,
  { orderId, conversationId }: { orderId: string | null; conversationId: string | null },
  offerId?: string,
): string {
  const offer = offerId ? `&offer=${offerId}` : '';
  if (side === 'owner') return `/desk/inbox?chat=${orderId ?? conversationId}${offer}`;
  return `${orderId ? `/orders/${orderId}?chat=open` : `/orders?chat=${conversationId}`}${offer}`;
}

const CLOSED: Record<ShownStatus, Record<Side, string>> = {
  'Awaiting payment': { buyer: 'Pay to start the work', owner: 'Waiting for the payment' },
  Lapsed: { buyer: 'The offer has lapsed', owner: 'The offer has lapsed' },
  'In Progress': { buyer: 'In progress', owner: 'In progress' },
  Accepted: { buyer: 'The work is under way', owner: 'The work is under way' },
  // Only a revision that was approved leaves a delivery without a next step for a moment.
  Delivered: { buyer: 'Your revision is being answered', owner: 'Delivered' },
  Completed: { buyer: 'The work is yours', owner: 'Completed' },
  Rejected: { buyer: 'The order was declined', owner: 'You declined the order' },
  Cancelled: { buyer: 'The order was cancelled', owner: 'The order was cancelled' },
  Refunded: { buyer: 'The order was refunded', owner: 'The order was refunded' },
};

/** The next step as a heading for one side. */
export function nextTitle({ next: { turn, step }, ...order }: Described, side: Side): string {
  if (step === null) return CLOSED[order.orderStatus][side];
  if (step === 'pay' && side === 'buyer' && order.paymentInfo.paymentStatus === 'Failed') {
    return 'The payment failed';
  }
  if (step === 'start' && order.isQuoted) {
    return side === 'owner' ? 'Start work' : 'The work starts soon';
  }
  if (step === 'answerProposal' && turn !== side) {
    return side === 'buyer'
      ? 'Your request waits for an answer'
      : 'Your proposal waits for an answer';
  }
  return TITLES[step][side];
}

/** What one of the steps that wait for the owner is called. */
export const stepTitle = (order: Described, step: OwnerStep): string =>
  nextTitle({ ...order, next: { turn: 'owner', step, by: null } }, 'owner');

function noteOf(order: Described, side: Side, day: Day, now: Date): string {
  const { step, by } = order.next;
  const buyer = side === 'buyer';
  const { refundedAmount, owedAmount = 0, lostAmount, currency } = order.paymentInfo;
  switch (step) {
    case 'pay':
      if (by) return `${buyer ? 'Payable until' : 'It can be paid until'} ${day(by)}.`;
      return buyer ? 'The days to delivery count from your payment.' : '';
    case 'answerBank':
      return buyer ? 'Your order goes on meanwhile.' : by ? `By ${day(by)}.` : '';
    case 'answerProposal':
      return 'Nothing changes until it is accepted.';
    case 'answerRevision':
      return buyer
        ? 'The order stays open until it is answered.'
        : 'Approve it, or make an offer for what goes beyond the order.';
    case 'sendRequirements':
    case 'sendAnswer':
    case 'start':
    case 'deliver': {
      const needs =
        step === 'sendRequirements' && buyer ? 'The work begins with your requirements.' : '';
      const waits = order.waits ? `${describePause(order.waits, day)}.` : '';
      return join(needs, waits, deliveryNote(order, side, day, now), buyer ? remainder(order) : '');
    }
    case 'acceptDelivery':
      return by ? `Completes automatically on ${day(by)}.` : '';
    case 'payToOpen':
      return buyer ? `Look at the previews. ${remainder(order)}` : openNote(order);
    case 'openFiles':
      return buyer
        ? 'Send it in the conversation. The seller may open the files before.'
        : 'The part that opens them was paid less deducted tax.';
    case 'payRest':
      return buyer ? remainder(order) : openNote(order);
    default:
      if (order.orderStatus === 'Lapsed') {
        return buyer
          ? 'It was not paid in time, and nothing was charged. Ask for a new quote in the conversation.'
          : 'It was not paid in time.';
      }
      if (order.orderStatus === 'Completed' || !buyer) return '';
      return join(
        refundedAmount > 0 && `${price(refundedAmount, currency)} is refunded to you.`,
        owedAmount > 0 &&
          `${price(owedAmount, currency)} could not be refunded yet: the seller knows and sends it.`,
        lostAmount > 0 && `Your bank returned ${price(lostAmount, currency)} to you.`,
      );
  }
}

const join = (...sentences: (string | false)[]): string => sentences.filter(Boolean).join(' ');

function deliveryNote(
  { deliveryDate, startsOn }: Described,
  side: Side,
  day: Day,
  now: Date,
): string {
  if (!deliveryDate) return '';
  const start =
    startsOn && startsOn > now.toISOString()
      ? `The work starts on ${weekdayAndDay(startsOn)}.`
      : '';
  if (new Date(deliveryDate) >= now)
    return join(start, `Delivery is planned for ${day(deliveryDate)}.`);
  const ask = side === 'buyer' ? ' Ask in the chat how far it is.' : '';
  return `The delivery was planned for ${day(deliveryDate)}.${ask}`;
}

/** What is still to be paid, in paise. */
const toPayOf = ({ paymentInfo }: Described): number =>
  openPaise(paymentInfo) - toPaise(paymentInfo.dueDeduction ?? 0);

const openNote = (order: Described): string =>
  `${priceOf(toPayOf(order), order.paymentInfo.currency)} is still to be paid.`;

function remainder(order: Described): string {
  const { dueAmount, currency } = order.paymentInfo;
  if (dueAmount === 0) return '';
  const still = `${priceOf(toPayOf(order), currency)} is still to pay`;
  return toPaise(dueAmount) < toPayOf(order)
    ? `${still}; the next part is ${price(dueAmount, currency)}.`
    : `${still}.`;
}
