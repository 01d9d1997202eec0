import type { DeductionDto } from '../../api/modules/billing/deduct-tax.ts';
import { DAY } from '../../api/platform/clock.ts';
import type { Currency } from '../../api/platform/money/rules.ts';
import { buyerAnswers, ownerAnswers, ownerProposes } from './changes.ts';
import { ABROAD, dollarOrderBody, sellInDollars } from './currencies.ts';
import fc from './fast-check.ts';
import type { Person } from './http-client.ts';
import type { InProcessApp } from './in-process-app.ts';
import {
  CAPTURED,
  payRemaining,
  placeOrder,
  storedOrder,
  takeDeductions,
  verifyPayment,
  verifyRemainingPayment,
} from './payments.ts';
import { ADDRESS, insertBuyer, orderBody } from './people.ts';
import { acceptQuote, askQuestion, sendQuote } from './quotes.ts';
import { changeRow } from './rows.ts';

/** Who takes part in a history of one order. */
export interface OrderHistory {
  app: InProcessApp;
  owner: Person;
  buyer: Person;
  orderId: string;
  /** The payment of the first instalment. */
  paymentId: string;
  /** The id of its bank’s dispute. */
  disputeId: string | null;
}

const CALL = '/api/v1/gig/order';

const chosen = (deductions: DeductionDto[]) =>
  deductions[0] && { rule: deductions[0].rule, amount: deductions[0].deducted };

const STEPS = {
  accept: ({ owner, orderId }: OrderHistory) =>
    owner.post(`/api/v1/desk/orders/${orderId}/accept`, {}),
  deliver: ({ owner, orderId }: OrderHistory) =>
    owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Done' }),
  complete: ({ buyer, orderId }: OrderHistory) =>
    buyer.post('/api/v1/gig/delivery/accept', { orderId }),
  async pay({ app, buyer, orderId }: OrderHistory) {
    const { status, body } = await payRemaining(buyer, orderId);
    if (status === 200)
      await verifyRemainingPayment(buyer, orderId, app.sandbox.pay(body.orderId, CAPTURED));
  },
  /** A company deducts tax, where its order says that it is one. */
  async payDeducted({ app, buyer, orderId }: OrderHistory) {
    const { deductions } = (await buyer.get(`${CALL}/${orderId}/deductions`)).body;
    const opened = await buyer.post(`${CALL}/payRemainingAmount`, {
      ...{ orderId, deduction: chosen(deductions) },
    });
    if (opened.status === 200)
      await verifyRemainingPayment(buyer, orderId, app.sandbox.pay(opened.body.orderId, CAPTURED));
  },
  refund: ({ owner, paymentId }: OrderHistory) =>
    owner.post(`/api/v1/desk/payments/${paymentId}/refund`, {
      ...{ refundId: crypto.randomUUID(), amount: 12.34, reason: 'A discount' },
    }),
  refundRest: ({ owner, paymentId }: OrderHistory) =>
    owner.post(`/api/v1/desk/payments/${paymentId}/refund`, {
      ...{ refundId: crypto.randomUUID(), reason: 'All of it' },
    }),
  /** The bank sends the last refund back. */
  async sendBack({ app, paymentId }: OrderHistory) {
    const made = app.sandbox
      .records()
      .refunds.findLast((each) => each.payment_id === paymentId && each.status === 'processed');
    if (!made) return;
    app.sandbox.endRefund(made.id, 'reversed');
    await app.report();
  },
  async loseDispute(history: OrderHistory) {
    const { app, paymentId, disputeId } = history;
    const payment = app.sandbox.records().payments.find(({ id }) => id === paymentId);
    if (disputeId || payment?.status === 'refunded') return;
    const { id } = app.sandbox.dispute(paymentId, { amount: 5_001 });
    history.disputeId = id;
    await app.report();
    app.sandbox.moveDispute(id, 'lost');
    await app.report();
  },
  report: ({ app }: OrderHistory) => app.report(),
  async moveDeliveryDate({ app, orderId }: OrderHistory) {
    const { delivery_date } = await storedOrder(app, orderId);
    const moved = new Date(Date.parse(delivery_date ?? '') - 40 * DAY).toISOString();
    await changeRow(app, 'orders', orderId, { delivery_date: moved });
  },
  async propose({ app, owner, orderId }: OrderHistory) {
    const { total } = await storedOrder(app, orderId);
    const proposed = { amount: total % 3 === 0 ? 0 : 777.77, extraDays: total % 4 };
    await ownerProposes(owner, orderId, proposed);
  },
  agree: ({ buyer, ...history }: OrderHistory) =>
    answer(history, (id) => buyerAnswers(buyer, id, 'accept')),
  withdraw: (history: OrderHistory) =>
    answer(history, (id) => ownerAnswers(history.owner, id, 'withdraw')),
  async waive({ app, owner, orderId }: OrderHistory) {
    const last = await app.server.services.store.db
      .selectFrom('instalments')
      .select('id')
      .where('order_id', '=', orderId)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    await owner.post(`/api/v1/desk/payments/instalments/${last.id}/waive`, {});
  },
  /** The terms of later orders: different percentages each time. */
  editTerms: async ({ owner, orderId }: OrderHistory) => {
    const accepted = orderId.charCodeAt(0) % 61;
    const { body } = await owner.get('/api/v1/desk/cancellation-terms');
    const terms = {
      notAccepted: 61 + (accepted % 39),
      accepted,
      lateAfterDays: 7,
      sellerShare: 39,
      version: body.terms.version,
    };
    return owner.put('/api/v1/desk/cancellation-terms', terms);
  },
};

async function answer(
  { app, orderId }: Pick<OrderHistory, 'app' | 'orderId'>,
  send: (id: string) => Promise<unknown>,
): Promise<void> {
  const open = await app.server.services.store.db
    .selectFrom('order_changes')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'Proposed')
    .executeTakeFirst();
  if (open) await send(open.id);
}

export type Step = keyof typeof STEPS;

export const runStep = async (step: Step, history: OrderHistory): Promise<void> => {
  await STEPS[step](history);
};

type Beginning = 'Full' | 'Milestone' | 'Deducted' | 'Quote';

const sent: Partial<Record<Currency, Record<string, unknown>>> = {};

/** An order whose first instalment is paid, from a package or from a quote with three instalments. */
export async function startOrderHistory(
  app: InProcessApp,
  owner: Person,
  startsFrom: Beginning,
  currency: Currency = 'INR',
  addressInfo: object = currency === 'INR' ? ADDRESS : ABROAD,
): Promise<OrderHistory> {
  if (currency === 'USD') await sellInDollars(app, owner);
  if (startsFrom === 'Deducted') await takeDeductions(app);
  const { person: buyer } = await insertBuyer(app, {});
  const checkout =
    startsFrom === 'Quote'
      ? await fromQuote(owner, buyer, { currency, addressInfo })
      : await order(buyer, startsFrom, { currency, addressInfo });
  const result = app.sandbox.pay(checkout, CAPTURED);
  const { body } = await verifyPayment(buyer, result);
  const paymentId = result.razorpay_payment_id;
  return { ...{ app, owner, buyer, paymentId }, orderId: body.order._id, disputeId: null };
}

/** Prices are requested once. */
async function order(
  buyer: Person,
  startsFrom: Exclude<Beginning, 'Quote'>,
  { currency, addressInfo }: { currency: Currency; addressInfo: object },
): Promise<string> {
  const read = currency === 'INR' ? orderBody : dollarOrderBody;
  const cart = sent[currency] ?? (await read(buyer));
  sent[currency] = cart;
  // Only companies in India deduct, and they pay in rupees.
  const isDeducted = startsFrom === 'Deducted' && currency === 'INR';
  const amount = (cart as { totalAmount: number }).totalAmount / 2;
  const found = isDeducted
    ? await buyer.post(`${CALL}/deductions`, { ...addressInfo, amount })
    : null;
  const { body } = await placeOrder(buyer, {
    ...cart,
    checkoutId: crypto.randomUUID(),
    ...{ paymentType: startsFrom === 'Deducted' ? 'Milestone' : startsFrom, addressInfo },
    deduction: found ? chosen(found.body.deductions) : undefined,
  });
  return body.orderId;
}

async function fromQuote(
  owner: Person,
  buyer: Person,
  { currency, addressInfo }: { currency: Currency; addressInfo: object },
): Promise<string> {
  const quote = await sendQuote(owner, await askQuestion(buyer), { currency });
  const { body } = await acceptQuote(buyer, quote, addressInfo);
  return body.orderId;
}

/** How an order begins, and what happens to it then; some steps are likelier than others. */
export const orderHistories = fc.record({
  currency: fc.constantFrom<Currency>('INR', 'INR', 'USD'),
  startsFrom: fc.constantFrom<Beginning>('Full', 'Deducted', 'Milestone', 'Milestone', 'Quote'),
  steps: fc.array(
    fc.constantFrom<Step>(
      ...([
        'accept',
        'accept',
        'deliver',
        'complete',
        'pay',
        'payDeducted',
        'refund',
        'refund',
        'refundRest',
        'sendBack',
        'loseDispute',
      ] as const),
      ...([
        'moveDeliveryDate',
        'propose',
        'propose',
        'agree',
        'agree',
        'withdraw',
        'waive',
      ] as const),
      ...(['report', 'editTerms'] as const),
    ),
    { maxLength: 9 },
  ),
});
