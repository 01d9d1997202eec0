import type { Order } from '../../../db/schema.ts';
import type { Config } from '../../config.ts';
import { longDate, shortDate } from '../../platform/dates.ts';
import type { AboutOrder, EmailContent } from '../../platform/mail/email-layout.ts';
import type { QueuedMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner } from '../accounts/queries.ts';
import { orderTitle, toOrderDto } from '../orders/dto.ts';
import type { OrderEmail } from '../orders/news.ts';
import {
  describeNext,
  orderPath,
  type Side,
  STEP_LINKS,
  stepsOfOwner,
} from '../orders/next-rules.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { drawingOf, type NextOfOrder, nextOfOrders } from './next-of-orders.ts';

const MAX_TITLE = 36;

/** A title as part of a subject: its first words. */
export function shortened(title: string): string {
  if (title.length <= MAX_TITLE) return title;
  const cut = title.slice(0, MAX_TITLE);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd() || cut}…`;
}

/** What all mails about an order have in common. What happens next is added when it is sent. */
export function orderEmail(
  { siteOrigin }: Config,
  order: Pick<Order, 'id' | 'items'>,
  side: Side,
  { result, paragraphs, quote, details = [], action }: OrderEmail,
): Omit<QueuedMail, 'to' | 'kind' | 'dedupeKey'> {
  const title = orderTitle(order);
  const { label, path } = action ?? { label: 'See the order', path: orderPath(side, order.id) };
  return {
    ...{ paragraphs, quote },
    subject: `${result}: ${shortened(title)}`,
    heading: `${result}: ${title}`,
    details: [['Order', `#${orderNumber(order.id)}`], ...details],
    action: { label, url: `${siteOrigin}${path}` },
    about: { orderId: order.id, side, keepsAction: action !== undefined },
  };
}

/** What waits for the owner, as on Today, though the buyer may be asked for something meanwhile. */
function ownersStep(order: Order, { step: first, actions }: NextOfOrder, now: Date) {
  const [step] = stepsOfOwner(actions.owner, order, now);
  if (!step || step === first) return {};
  return { turn: 'owner' as const, step, by: step === 'deliver' ? order.delivery_date : null };
}

/** Adds to a mail where its order stands, what it waits for now, and if that is the reader, the button and the subject for it. */
export async function addNextStep(
  { store: { db }, clock, config }: Pick<Services, 'store' | 'clock' | 'config'>,
  written: EmailContent,
  { orderId, side, keepsAction }: AboutOrder,
): Promise<EmailContent> {
  const order = await findOrder(db, orderId);
  const found = order && (await nextOfOrders(db, [order])).get(orderId);
  if (!found) return written;
  const drawing = drawingOf(order, found, { now: clock(), timeZone: config.timeZone });
  const content: EmailContent = drawing
    ? { ...written, details: [...(written.details ?? []), ['Now', drawing.sentence]] }
    : written;
  const next = { ...found, ...(side === 'owner' && ownersStep(order, found, clock())) };
  const { turn, step, by, isQuoted } = next;
  if (!turn || !step) return content;
  // A buyer gets no mail about a dispute that has not moved money.
  if (step === 'answerBank' && side === 'buyer') return content;
  const { title, note } = describeNext(
    {
      ...toOrderDto({ ...order, next_amount: next.dueAmount, next_deducted: next.dueDeducted }),
      isQuoted,
      next,
      // A mail that quotes what the seller waits for need not say it again.
      waits: (next.waits?.reason !== content.quote && next.waits) || undefined,
    },
    side,
    { day: (iso) => longDate(iso, config.timeZone), now: clock() },
  );
  if (turn !== side) {
    const name = side === 'buyer' ? (await findOwner(db))?.name : order.buyer_name;
    const whose = `${name?.split(' ')[0] || `The ${turn}`}’s turn`;
    return { ...content, next: { whose, title, note, isAside: keepsAction } };
  }
  const whole = { ...content, next: { whose: 'Your turn', title, note, isAside: keepsAction } };
  if (keepsAction) return whole;
  // An order is accepted before its day of delivery, not by it.
  const until = by && step !== 'start' ? ` by ${shortDate(by, config.timeZone)}` : '';
  const { label, anchor } = STEP_LINKS[step];
  return {
    ...whole,
    subject: `${content.subject.replace(/[^…]$/, '$&.')} ${title}${until}`,
    action: { label, url: `${config.siteOrigin}${orderPath(side, orderId)}${anchor}` },
  };
}
