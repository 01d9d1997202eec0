import { Person } from '../support/http-client.ts';
import type {
  BuyerModel,
  GigModel,
  InstalmentModel,
  Model,
  OrderModel,
  PaymentModel,
  Trigger,
} from './model-types.ts';

export type * from './model-types.ts';

export const newModel = (buyers: BuyerModel[], gigs: GigModel[], endsAt: number): Model => ({
  buyers,
  gigs,
  orders: [],
  payments: [],
  quotes: [],
  left: [],
  backup: null,
  assistant: null,
  endedStaff: [],
  day: 0,
  steps: 0,
  endsAt,
  sellsDollars: true,
  mailWorks: true,
  endPressed: null,
});

export const settledOf = (model: Model, order: OrderModel) =>
  model.payments.filter((each) => each.order === order && each.app === 'settled');

/** Somebody whose account was made a moment ago. */
export const newBuyer = (
  of: Pick<BuyerModel, 'name' | 'email' | 'userId' | 'person'>,
  day = 0,
): BuyerModel => ({ ...of, signedInOn: day, ended: [], isGone: false });

/** A name that nobody else has and that is in no other text: it is looked for once its person has left. */
export const nameOf = (first: string, many: number): string =>
  `${first} Quillon${String.fromCharCode(97 + (many % 26), 97 + Math.trunc(many / 26))}`;

/** Béla lives abroad, also with a new account after the old one was deleted. */
export const livesAbroad = ({ name }: BuyerModel): boolean => name.startsWith('Béla');

/** Chandra buys for a company in another state. */
export const isCompany = ({ name }: BuyerModel): boolean => name.startsWith('Chandra');

/** Paise that were paid for an order and counted. */
export const paidOf = (model: Model, order: OrderModel): number =>
  settledOf(model, order).reduce((sum, { instalment }) => sum + instalment.amount, 0);

export const refundedOf = (model: Model, order: OrderModel): number =>
  settledOf(model, order).reduce((sum, { refunded }) => sum + refunded, 0);

export const totalOf = (order: OrderModel): number =>
  order.instalments.reduce((sum, { amount, isWaived }) => sum + (isWaived ? 0 : amount), 0);

export const newInstalment = (amount: number, trigger: Trigger = 'accepting'): InstalmentModel => ({
  ...{ amount, trigger, checkout: null, paidBy: null, payBy: null, isWaived: false },
});

/** An order that was placed a moment ago. */
export function newOrder(
  model: Model,
  placed: Pick<
    OrderModel,
    | 'id'
    | 'buyer'
    | 'cart'
    | 'gigId'
    | 'currency'
    | 'offer'
    | 'instalments'
    | 'maxRevisions'
    | 'opensWhenPaid'
  >,
): OrderModel {
  const order: OrderModel = {
    ...placed,
    label: `order ${model.orders.length + 1}`,
    status: 'In Progress',
    ...{ revisions: [], changes: [], invoiced: null, agreement: null, lapsed: false },
    ...{ deliveries: 0, corrections: [], deliveredOn: 0, messages: [], review: null },
    ...{ files: [], goneFiles: [], pins: [], credited: 0, handOver: null, isEnded: false },
  };
  model.orders.push(order);
  return order;
}

/** A delivery or the completion gives the instalments that wait for it their date. */
export function setDueDates({ instalments }: OrderModel, trigger: Trigger, now: Date): void {
  for (const instalment of instalments)
    if (instalment.trigger === trigger) instalment.payBy ??= now.getTime();
}

export const isDue = ({ paidBy, isWaived }: InstalmentModel): boolean =>
  paidBy === null && !isWaived;

/** What is to be paid next: the first instalment begins the order, then what has the earliest date. */
export function nextInstalment({ instalments, lapsed }: OrderModel): InstalmentModel | undefined {
  if (lapsed) return undefined;
  const [first, ...others] = instalments;
  if (first?.paidBy === null) return first;
  const dateOf = ({ payBy }: InstalmentModel) => payBy ?? Number.POSITIVE_INFINITY;
  const [next] = others
    .filter(isDue)
    .sort((a, b) => (dateOf(a) === dateOf(b) ? 0 : dateOf(a) - dateOf(b)));
  return next;
}

/** What was delivered and is closed: previews of it are shown. */
export const hasClosedFiles = ({ handOver }: OrderModel): boolean => handOver?.openedOn === null;

/** Files open once every part that was agreed for before or at the delivery is paid, or had its date then. */
export function openPaidFiles({ handOver, instalments }: OrderModel, day: number): void {
  if (!handOver) return;
  const closes = (each: InstalmentModel) =>
    isDue(each) &&
    (each.trigger === 'delivery' ||
      (each.trigger === 'date' && (each.payBy ?? 0) <= handOver.previewedAt));
  if (!instalments.some(closes)) handOver.openedOn ??= day;
}

/** A completed order has its invoice: for what it costs, less what was refunded before. */
export function complete(model: Model, order: OrderModel, now: Date): void {
  order.status = 'Completed';
  setDueDates(order, 'completion', now);
  order.invoiced = totalOf(order) - refundedOf(model, order);
}

/** Paise of a payment that neither went back nor were lost. */
export const leftOf = ({ instalment, refunded, lost }: PaymentModel): number =>
  instalment.amount - refunded - lost;

/** Paise that are held for an order. */
export const heldOf = (model: Model, order: OrderModel): number =>
  settledOf(model, order).reduce((sum, payment) => sum + leftOf(payment), 0);

/** Everything that was paid went back. */
export const isRefunded = (model: Model, order: OrderModel): boolean =>
  paidOf(model, order) > 0 && heldOf(model, order) === 0;

/** A review goes with its writer, and with an order of which everything went back before a delivery. */
export const isReviewRemoved = (model: Model, order: OrderModel): boolean =>
  order.buyer.isGone || (order.deliveries === 0 && isRefunded(model, order));

/** Nothing more is to be had for an order. */
export const isClosed = (model: Model, order: OrderModel): boolean =>
  order.status === 'Rejected' || order.status === 'Cancelled' || isRefunded(model, order);

export const isOpen = ({ status }: OrderModel): boolean =>
  status === 'In Progress' || status === 'Accepted' || status === 'Delivered';

/** Whether the work on an order goes on: something of it is paid, nothing has closed it. */
export const isActive = (model: Model, order: OrderModel): boolean =>
  isOpen(order) && heldOf(model, order) > 0;

/** The status that people read. */
export function shownStatusOf(model: Model, order: OrderModel): string {
  if (paidOf(model, order) === 0 && order.status === 'In Progress') return 'Awaiting payment';
  return isOpen(order) && isRefunded(model, order) ? 'Refunded' : order.status;
}

/** Whether the app knows of a failed attempt to pay an order. */
export const hasFailed = (model: Model, order: OrderModel): boolean =>
  model.payments.some((each) => each.order === order && each.failureKnown);

/** Refunds what is left of a payment, unless its bank has still to decide. */
export function refundRest(payment: PaymentModel): void {
  if (!payment.dispute) payment.refunded += leftOf(payment);
}

/** Refunds the money of declined orders and what nothing was due for, as the app does by itself. */
export function refundWhatIsOwed(model: Model): void {
  for (const payment of model.payments)
    if (payment.app === 'surplus' || (payment.app && payment.order.status === 'Rejected'))
      refundRest(payment);
}

/** A payment is reported to the app: it settles the open instalment of an order that still takes money, or is an overpayment. */
export function report(model: Model, payment: PaymentModel): void {
  const { order, instalment } = payment;
  if (payment.isLost) {
    if (payment.bank === 'captured') payment.app ??= 'unmatched';
    return;
  }
  // Nothing leads from a checkout that was forgotten to its order until money is taken.
  const isForgotten = instalment.checkout !== payment.checkout;
  if (payment.bank === 'failed' && !isForgotten) payment.failureKnown = true;
  if (payment.app !== null || payment.bank === 'failed') return;
  if (payment.bank === 'authorized') {
    const takesNothing = isClosed(model, order) || order.lapsed || order.buyer.isGone;
    if (takesNothing || !isDue(instalment) || isForgotten) return;
    payment.bank = 'captured';
  }
  const settles =
    isDue(instalment) &&
    !order.lapsed &&
    !order.buyer.isGone &&
    order.status !== 'Cancelled' &&
    !isRefunded(model, order);
  payment.app = settles ? 'settled' : 'surplus';
  if (settles) instalment.paidBy = payment.id;
  if (settles && order.status !== 'Rejected') openPaidFiles(order, model.day);
  refundWhatIsOwed(model);
}

export function reportAll(model: Model): void {
  for (const payment of model.payments) report(model, payment);
}

/** A copy in which the same thing is the same thing again; browsers are not copied. */
export function copyOf<T>(value: T, copies = new Map<unknown, unknown>()): T {
  if (typeof value !== 'object' || value === null || value instanceof Person) return value;
  const known = copies.get(value);
  if (known) return known as T;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const [key, each] of Object.entries(value)) Reflect.set(copy, key, copyOf(each, copies));
  return copy as T;
}
