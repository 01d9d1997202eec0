import type { OrderPageDto } from '../../../api/modules/buyer-pages/order-page.ts';
import { toPaise, toRupees } from '../../../api/platform/money/rules.ts';
import { plainDate, rupees } from '../../lib/format.ts';

interface NextStep {
  /** Who must act next; null when nobody must. */
  turn: 'buyer' | 'seller' | null;
  title: string;
  /** The deadline and what happens then. */
  note: string;
  action: 'pay' | 'requirements' | 'accept' | null;
}

const hasRequirements = ({ timeline }: OrderPageDto): boolean =>
  timeline.some(({ kind }) => kind === 'requirements');

const deliveryNote = ({ deliveryDate }: OrderPageDto, now: Date): string => {
  if (!deliveryDate) return '';
  const date = plainDate(deliveryDate);
  const isPast = new Date(deliveryDate) < now;
  return isPast
    ? `The delivery was planned for ${date}. Ask in the chat how far it is.`
    : `Delivery is planned for ${date}.`;
};

const CLOSED_TITLES: Partial<Record<OrderPageDto['orderStatus'], string>> = {
  Rejected: 'The order was declined',
  Cancelled: 'You cancelled the order',
};

function remainderOf({ dueAmount, totalAmount, paidAmount }: OrderPageDto['paymentInfo']) {
  if (dueAmount === 0) return '';
  const open = toPaise(totalAmount) - toPaise(paidAmount);
  const still = `${rupees(toRupees(open))} is still to pay`;
  return toPaise(dueAmount) < open
    ? `${still}; the next part is ${rupees(dueAmount)}.`
    : `${still}.`;
}

/** Nothing was paid, and nothing can be paid any more. */
const lapsed = ({ parts }: OrderPageDto): NextStep => ({
  turn: null,
  title: 'The offer has lapsed',
  note: `${parts.length > 1 ? 'Its first part' : 'It'} was not paid in time, and nothing was charged. Ask for a new quote in the conversation.`,
  action: null,
});

/** Who must act next on an order, and until when. */
export function nextStepOf(order: OrderPageDto, now = new Date()): NextStep {
  const { orderStatus, paymentInfo: payment, completesAt } = order;
  const remainder = remainderOf(payment);
  const action = remainder ? 'pay' : null;
  switch (orderStatus) {
    case 'Lapsed':
      return lapsed(order);
    case 'Awaiting payment':
      return {
        turn: 'buyer',
        title: payment.paymentStatus === 'Failed' ? 'The payment failed' : 'Pay to start the work',
        note: 'The days to delivery count from your payment.',
        action: 'pay',
      };
    case 'In Progress':
      if (!hasRequirements(order)) {
        return {
          turn: 'buyer',
          title: 'Say what you need',
          note: `The work begins with your requirements. ${deliveryNote(order, now)}`,
          action: 'requirements',
        };
      }
      return {
        turn: 'seller',
        title: 'Your requirements are being checked',
        note: `${deliveryNote(order, now)} ${remainder}`,
        action,
      };
    case 'Accepted':
      return {
        turn: 'seller',
        title: 'The work is under way',
        note: `${deliveryNote(order, now)} ${remainder}`,
        action,
      };
    case 'Delivered':
      return completesAt
        ? {
            turn: 'buyer',
            title: 'Look at the delivery and accept it',
            note: `Without an answer from you the order completes by itself on ${plainDate(completesAt)}.`,
            action: 'accept',
          }
        : {
            turn: 'seller',
            title: 'Your revision is being answered',
            note: 'You have requested a revision: the order stays open until it is answered.',
            action: 'accept',
          };
    case 'Completed':
      return {
        turn: remainder ? 'buyer' : null,
        title: 'The work is yours',
        note: remainder,
        action,
      };
    default:
      return {
        turn: null,
        title: CLOSED_TITLES[orderStatus] ?? 'The order was refunded',
        note: [
          payment.refundedAmount > 0 && `${rupees(payment.refundedAmount)} goes back to you.`,
          payment.lostAmount > 0 && `Your bank returned ${rupees(payment.lostAmount)} to you.`,
        ]
          .filter(Boolean)
          .join(' '),
        action: null,
      };
  }
}

export interface UpcomingStep {
  name: string;
  /** The planned date, where there is one. */
  by: string | null;
}

const STEPS = ['Awaiting payment', 'In Progress', 'Accepted', 'Delivered', 'Completed'];

/** The remaining steps of an order, with their planned dates. */
export function upcomingSteps(order: OrderPageDto): UpcomingStep[] {
  const { orderStatus, deliveryDate, completesAt } = order;
  const reached = STEPS.indexOf(orderStatus);
  if (reached < 0) return [];
  const steps: UpcomingStep[] = [
    { name: 'Paid', by: null },
    { name: 'Accepted', by: null },
    { name: 'Delivered', by: deliveryDate },
    { name: 'Yours', by: completesAt },
  ];
  return steps.slice(reached);
}
