import type { Person } from '../support/http-client.ts';

/** What must be true of the app, in plain values: steps change it, the invariants compare the app with it. */
export interface Model {
  buyers: BuyerModel[];
  orders: OrderModel[];
  payments: PaymentModel[];
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

export interface PartModel {
  /** Paise. */
  amount: number;
  /** The order at the provider; null until it is opened. */
  checkout: string | null;
  paidBy: string | null;
}

export interface OrderModel {
  label: string;
  buyer: BuyerModel;
  id: string;
  cart: Record<string, unknown>;
  gigId: string;
  parts: PartModel[];
  status: 'In Progress' | 'Accepted' | 'Rejected' | 'Cancelled' | 'Delivered' | 'Completed';
  maxRevisions: number;
  revisions: { id: string; status: 'Pending' | 'Approved' | 'Rejected' | 'Completed' }[];
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
    if (isClosed(model, order) || part.paidBy) return;
    payment.bank = 'captured';
  }
  const isDue = part.paidBy === null && order.status !== 'Cancelled' && !isRefunded(model, order);
  payment.app = isDue ? 'settled' : 'surplus';
  if (isDue) part.paidBy = payment.id;
  refundWhatIsOwed(model);
}

export function reportAll(model: Model): void {
  for (const payment of model.payments) report(model, payment);
}
