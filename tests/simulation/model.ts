import type { Person } from '../support/http-client.ts';

/** What must be true of the app, in plain values: steps change it, the invariants compare the app with it. */
export interface Model {
  buyers: BuyerModel[];
  orders: OrderModel[];
  payments: PaymentModel[];
  quotes: QuoteModel[];
  /** Days that have passed. */
  day: number;
  /** Whether the mail server takes mail. */
  mailWorks: boolean;
}

export interface BuyerModel {
  name: string;
  email: string;
  userId: string;
  person: Person;
  signedInOn: number;
  /** Browsers of sessions that have ended. */
  ended: Person[];
}

type Trigger = 'accepting' | 'delivery' | 'completion';

export interface PartModel {
  /** Paise. */
  amount: number;
  /** The order at the provider; null until it is opened. */
  checkout: string | null;
  paidBy: string | null;
  trigger: Trigger;
  /** When it is to be paid, in milliseconds; null until the delivery or the completion. */
  payBy: number | null;
}

export interface QuoteModel {
  id: string;
  buyer: BuyerModel;
  /** Of its parts, in paise. */
  amounts: number[];
  status: 'Sent' | 'Accepted' | 'Declined' | 'Withdrawn' | 'Expired';
  /** The day it was sent or accepted. */
  on: number;
  order: OrderModel | null;
}

export interface ChangeModel {
  id: string;
  by: string;
  /** Paise. */
  amount: number;
  status: 'Proposed' | 'Accepted' | 'Declined' | 'Withdrawn';
}

interface RevisionModel {
  id: string;
  status: 'Pending' | 'Approved' | 'Rejected' | 'Completed';
  /** It does not count. */
  isChange?: true;
}

export interface OrderModel {
  label: string;
  buyer: BuyerModel;
  id: string;
  /** What was sent to place it; null where a quote was accepted. */
  cart: Record<string, unknown> | null;
  gigId: string;
  parts: PartModel[];
  status: 'In Progress' | 'Accepted' | 'Rejected' | 'Cancelled' | 'Delivered' | 'Completed';
  maxRevisions: number;
  revisions: RevisionModel[];
  changes: ChangeModel[];
  /** Paise of its invoice; null until it is completed. */
  invoiced: number | null;
  /** Its quote was not paid in time: nobody can pay it any more. */
  lapsed: boolean;
  /** The hash of what was agreed, since it was first seen. */
  agreement: string | null;
  deliveries: number;
  deliveredOn: number;
  /** Client ids of the messages that were accepted, in order. */
  messages: string[];
  reviewed: boolean;
}

export interface PaymentModel {
  id: string;
  signature: string;
  order: OrderModel;
  part: PartModel;
  bank: 'failed' | 'authorized' | 'captured';
  /** The day of the attempt. */
  madeOn: number;
  /** Whether the app knows that it failed. */
  failureKnown: boolean;
  /** What the app made of it; null until it knows of it. */
  app: 'settled' | 'surplus' | null;
  /** Paise that went back or are going back. */
  refunded: number;
  /** Paise that a bank took back in disputes. */
  lost: number;
  /** The dispute that the bank has not decided. */
  dispute: string | null;
}

export const newModel = (buyers: BuyerModel[]): Model => ({
  buyers,
  orders: [],
  payments: [],
  quotes: [],
  day: 0,
  mailWorks: true,
});

export const settledOf = (model: Model, order: OrderModel) =>
  model.payments.filter((each) => each.order === order && each.app === 'settled');

/** Paise that were paid for an order and counted. */
export const paidOf = (model: Model, order: OrderModel): number =>
  settledOf(model, order).reduce((sum, { part }) => sum + part.amount, 0);

export const refundedOf = (model: Model, order: OrderModel): number =>
  settledOf(model, order).reduce((sum, { refunded }) => sum + refunded, 0);

export const totalOf = (order: OrderModel): number =>
  order.parts.reduce((sum, { amount }) => sum + amount, 0);

export const partOf = (amount: number, trigger: Trigger = 'accepting'): PartModel => ({
  ...{ amount, trigger, checkout: null, paidBy: null, payBy: null },
});

/** An order that was placed a moment ago. */
export function newOrder(
  model: Model,
  placed: Pick<OrderModel, 'id' | 'buyer' | 'cart' | 'gigId' | 'parts' | 'maxRevisions'>,
): OrderModel {
  const order: OrderModel = {
    ...placed,
    label: `order ${model.orders.length + 1}`,
    status: 'In Progress',
    ...{ revisions: [], changes: [], invoiced: null, agreement: null, lapsed: false },
    ...{ deliveries: 0, deliveredOn: 0, messages: [], reviewed: false },
  };
  model.orders.push(order);
  return order;
}

/** A delivery or the completion gives the parts that wait for it their date. */
export function datePartsOf({ parts }: OrderModel, trigger: Trigger, now: Date): void {
  for (const part of parts) if (part.trigger === trigger) part.payBy ??= now.getTime();
}

/** What is to be paid next: the first part begins the order, then what has the earliest date. */
export function nextPart({ parts, lapsed }: OrderModel): PartModel | undefined {
  if (lapsed) return undefined;
  const [first, ...others] = parts;
  if (first?.paidBy === null) return first;
  const dateOf = ({ payBy }: PartModel) => payBy ?? Number.POSITIVE_INFINITY;
  const [next] = others
    .filter(({ paidBy }) => paidBy === null)
    .sort((a, b) => (dateOf(a) === dateOf(b) ? 0 : dateOf(a) - dateOf(b)));
  return next;
}

/** A completed order has its invoice: for what it costs, less what was refunded before. */
export function complete(model: Model, order: OrderModel, now: Date): void {
  order.status = 'Completed';
  datePartsOf(order, 'completion', now);
  order.invoiced = totalOf(order) - refundedOf(model, order);
}

/** Paise of a payment that neither went back nor were lost. */
export const leftOf = ({ part, refunded, lost }: PaymentModel): number =>
  part.amount - refunded - lost;

/** Paise that are held for an order. */
export const heldOf = (model: Model, order: OrderModel): number =>
  settledOf(model, order).reduce((sum, payment) => sum + leftOf(payment), 0);

/** Everything that was paid went back. */
export const isRefunded = (model: Model, order: OrderModel): boolean =>
  paidOf(model, order) > 0 && heldOf(model, order) === 0;

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

/** A payment is reported to the app: it settles the open part of an order that still takes money, or is an overpayment. */
export function report(model: Model, payment: PaymentModel): void {
  const { order, part } = payment;
  if (payment.bank === 'failed') payment.failureKnown = true;
  if (payment.app !== null || payment.bank === 'failed') return;
  if (payment.bank === 'authorized') {
    if (isClosed(model, order) || order.lapsed || part.paidBy) return;
    payment.bank = 'captured';
  }
  const isDue =
    part.paidBy === null &&
    !order.lapsed &&
    order.status !== 'Cancelled' &&
    !isRefunded(model, order);
  payment.app = isDue ? 'settled' : 'surplus';
  if (isDue) part.paidBy = payment.id;
  refundWhatIsOwed(model);
}

export function reportAll(model: Model): void {
  for (const payment of model.payments) report(model, payment);
}
