import { Hono } from 'hono';
import { type Db, isStorageTrouble } from '../../../db/connect.ts';
import type { Order } from '../../../db/schema.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import type { Services } from '../../platform/services.ts';
import { buyersOnly, requireBuyer } from '../accounts/sessions.ts';
import { toPaymentDto } from '../payments/dto.ts';
import { openInstalment, openRemainder } from '../payments/open-instalment.ts';
import { findInstalmentOf, listPaymentsOf } from '../payments/queries.ts';
import { NOT_OPENED } from '../payments/rules.ts';
import { type ProviderResult, verifyPayment } from '../payments/verify-payment.ts';
import { sendReceipt } from '../receipts/download-receipt.ts';
import { findReceiptOf } from '../receipts/queries.ts';
import { receiptNumberOf, UNKNOWN_RECEIPT } from '../receipts/rules.ts';
import { findReviewOf } from '../reviews/queries.ts';
import { findCompletionTime } from './deliveries/queries.ts';
import {
  type OrderDetailsDto,
  presentContact,
  toCheckoutDto,
  toOrderDto,
  toTimelineEntryDto,
} from './dto.ts';
import { placeOrder } from './place-order.ts';
import { findCheckout, findLastAddress, findOrderOf } from './queries.ts';
import { findRequirements, saveRequirements } from './requirements.ts';
import { REQUIREMENTS_SAVED, UNKNOWN_ORDER } from './rules.ts';
import {
  orderIdBody,
  placeBody,
  requirementsBody,
  verifyBody,
  verifyRemainderBody,
} from './schema.ts';
import { listOrderEvents } from './timeline.ts';

const ok = { success: true } as const;

export const orders = new Hono<Env>()
  .use(buyersOnly)

  .get('/checkout', (c) => {
    const { keyId, checkoutUrl } = c.var.services.provider;
    return c.json({ ...ok, key: keyId, script: checkoutUrl });
  })

  // Unknown and somebody else's are the same: nothing was placed.
  .get('/checkout/:checkoutId', async (c) => {
    const { db } = c.var.services.store;
    const order = await findCheckout(db, requireBuyer(c).id, c.req.param('checkoutId'));
    return c.json({ ...ok, ...toCheckoutDto(order) });
  })

  .get('/last-address', async (c) => {
    const row = await findLastAddress(c.var.services.store.db, requireBuyer(c).id);
    const address = row ? (JSON.parse(row.address) as Record<string, string>) : null;
    return c.json({ ...ok, address });
  })

  .post('/place', validate(placeBody), async (c) => {
    const { services } = c.var;
    const [buyer, body] = [requireBuyer(c), c.req.valid('json')];
    const due = await opening(services, () => placeOrder(services, buyer, body));
    return c.json({ ...ok, ...due }, 201);
  })

  .post('/verify', validate(verifyBody), async (c) => {
    const answer = await confirm(c.var.services, requireBuyer(c).id, c.req.valid('json'));
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  })

  // A first payment that failed or was never made, tried again on the same order.
  .post('/payAgain', validate(orderIdBody), async (c) => {
    const { services } = c.var;
    const order = await mine(services.store.db, requireBuyer(c).id, c.req.valid('json').orderId);
    return c.json({ ...ok, ...(await opening(services, () => openInstalment(services, order))) });
  })

  .post('/payRemainingAmount', validate(orderIdBody), async (c) => {
    const { services } = c.var;
    const order = await mine(services.store.db, requireBuyer(c).id, c.req.valid('json').orderId);
    return c.json({ ...ok, ...(await opening(services, () => openRemainder(services, order))) });
  })

  .post('/verifyRemainingPayment', validate(verifyRemainderBody), async (c) => {
    const { orderId, ...result } = c.req.valid('json');
    const buyer = requireBuyer(c);
    const { db } = c.var.services.store;
    const order = await mine(db, buyer.id, orderId);
    const due = await findInstalmentOf(db, buyer.id, result.razorpay_order_id);
    if (due?.order_id !== order.id) throw new ApiError(404, UNKNOWN_ORDER);
    const answer = await confirm(c.var.services, buyer.id, result);
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  })

  .get('/:orderId', async (c) => {
    const { db } = c.var.services.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    return c.json({ ...ok, order: await inFull(db, order) });
  })

  .get('/:orderId/requirements', async (c) => {
    const { db } = c.var.services.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    return c.json({ ...ok, requirements: await findRequirements(db, order.id) });
  })

  .put('/:orderId/requirements', validate(requirementsBody), async (c) => {
    const { services } = c.var;
    const order = await mine(services.store.db, requireBuyer(c).id, c.req.param('orderId'));
    await saveRequirements(services, order, c.req.valid('json'));
    return c.json({ ...ok, message: REQUIREMENTS_SAVED });
  })

  .get('/:orderId/receipts/:file', limitDownloads, async (c) => {
    const { db } = c.var.services.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    const number = receiptNumberOf(c.req.param('file'));
    const receipt = number === null ? undefined : await findReceiptOf(db, order.id, number);
    if (!receipt) throw new ApiError(404, UNKNOWN_RECEIPT);
    return sendReceipt(c, receipt);
  });

async function mine(db: Db, buyerId: string, id: string): Promise<Order> {
  const order = await findOrderOf(db, buyerId, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}

async function inFull(db: Db, order: Order): Promise<OrderDetailsDto> {
  const payments = await listPaymentsOf(db, order.id);
  const first = payments.find((each) => each.standing === 'settled');
  const events = await listOrderEvents(db, order.id);
  const review = await findReviewOf(db, order);
  return {
    ...toOrderDto({ ...order, payment_id: first?.id ?? null }),
    payments: payments.map(toPaymentDto),
    timeline: events.map(toTimelineEntryDto),
    contact: presentContact(order),
    completesAt: await findCompletionTime(db, order),
    review: review ? { rating: review.half_stars / 2, comment: review.comment } : null,
  };
}

async function confirm(services: Services, buyerId: string, result: ProviderResult) {
  const { message, order } = await verifyPayment(services, buyerId, result);
  const payment_id = result.razorpay_payment_id;
  return { ...ok, message, order: order && toOrderDto({ ...order, payment_id }) };
}

/** Nothing can be paid before the answer is there: a full disk is told as what it means here. */
async function opening<T>({ log }: Services, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    log.error('a payment could not be opened', error);
    throw new ApiError(503, NOT_OPENED, { retryAfter: 5 });
  }
}
