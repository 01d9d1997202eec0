import { Hono } from 'hono';
import { type Db, isStorageTrouble } from '../../db/connect.ts';
import type { Order } from '../../db/schema.ts';
import { findCompletionTime } from '../deliveries/queries.ts';
import type { Deps } from '../lib/deps.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { limitDownloads } from '../lib/limit-parallel.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { openDue, openRemainder } from '../payments/open-due.ts';
import { presentPayment } from '../payments/present.ts';
import { findInstalmentOf, listPaymentsOf } from '../payments/queries.ts';
import { NOT_OPENED } from '../payments/rules.ts';
import { type ProviderResult, verifyPayment } from '../payments/verify.ts';
import { sendReceipt } from '../receipts/file.ts';
import { findReceiptOf } from '../receipts/queries.ts';
import { receiptNumberOf, UNKNOWN_RECEIPT } from '../receipts/rules.ts';
import { findReviewOf } from '../reviews/queries.ts';
import { listOrderEvents } from './events.ts';
import { placeOrder } from './place-order.ts';
import {
  presentCheckout,
  presentContact,
  presentEvent,
  presentOrder,
  type WireOrderInFull,
} from './present.ts';
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

const ok = { success: true } as const;

export const orders = new Hono<Env>()
  .use(buyersOnly)

  .get('/checkout', (c) => {
    const { keyId, checkoutUrl } = c.var.deps.provider;
    return c.json({ ...ok, key: keyId, script: checkoutUrl });
  })

  // Unknown and somebody else's are the same: nothing was placed.
  .get('/checkout/:checkoutId', async (c) => {
    const { db } = c.var.deps.store;
    const order = await findCheckout(db, requireBuyer(c).id, c.req.param('checkoutId'));
    return c.json({ ...ok, ...presentCheckout(order) });
  })

  .get('/last-address', async (c) => {
    const row = await findLastAddress(c.var.deps.store.db, requireBuyer(c).id);
    const address = row ? (JSON.parse(row.address) as Record<string, string>) : null;
    return c.json({ ...ok, address });
  })

  .post('/place', validate(placeBody), async (c) => {
    const { deps } = c.var;
    const [buyer, body] = [requireBuyer(c), c.req.valid('json')];
    const due = await opening(deps, () => placeOrder(deps, buyer, body));
    return c.json({ ...ok, ...due }, 201);
  })

  .post('/verify', validate(verifyBody), async (c) => {
    const answer = await confirm(c.var.deps, requireBuyer(c).id, c.req.valid('json'));
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  })

  // A first payment that failed or was never made, tried again on the same order.
  .post('/payAgain', validate(orderIdBody), async (c) => {
    const { deps } = c.var;
    const order = await mine(deps.store.db, requireBuyer(c).id, c.req.valid('json').orderId);
    return c.json({ ...ok, ...(await opening(deps, () => openDue(deps, order))) });
  })

  .post('/payRemainingAmount', validate(orderIdBody), async (c) => {
    const { deps } = c.var;
    const order = await mine(deps.store.db, requireBuyer(c).id, c.req.valid('json').orderId);
    return c.json({ ...ok, ...(await opening(deps, () => openRemainder(deps, order))) });
  })

  .post('/verifyRemainingPayment', validate(verifyRemainderBody), async (c) => {
    const { orderId, ...result } = c.req.valid('json');
    const buyer = requireBuyer(c);
    const { db } = c.var.deps.store;
    const order = await mine(db, buyer.id, orderId);
    const due = await findInstalmentOf(db, buyer.id, result.razorpay_order_id);
    if (due?.order_id !== order.id) throw new UserError(404, UNKNOWN_ORDER);
    const answer = await confirm(c.var.deps, buyer.id, result);
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  })

  .get('/:orderId', async (c) => {
    const { db } = c.var.deps.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    return c.json({ ...ok, order: await inFull(db, order) });
  })

  .get('/:orderId/requirements', async (c) => {
    const { db } = c.var.deps.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    return c.json({ ...ok, requirements: await findRequirements(db, order.id) });
  })

  .put('/:orderId/requirements', validate(requirementsBody), async (c) => {
    const { deps } = c.var;
    const order = await mine(deps.store.db, requireBuyer(c).id, c.req.param('orderId'));
    await saveRequirements(deps, order, c.req.valid('json'));
    return c.json({ ...ok, message: REQUIREMENTS_SAVED });
  })

  .get('/:orderId/receipts/:file', limitDownloads, async (c) => {
    const { db } = c.var.deps.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    const number = receiptNumberOf(c.req.param('file'));
    const receipt = number === null ? undefined : await findReceiptOf(db, order.id, number);
    if (!receipt) throw new UserError(404, UNKNOWN_RECEIPT);
    return sendReceipt(c, receipt);
  });

async function mine(db: Db, buyerId: string, id: string): Promise<Order> {
  const order = await findOrderOf(db, buyerId, id);
  if (!order) throw new UserError(404, UNKNOWN_ORDER);
  return order;
}

async function inFull(db: Db, order: Order): Promise<WireOrderInFull> {
  const payments = await listPaymentsOf(db, order.id);
  const first = payments.find((each) => each.standing === 'settled');
  const events = await listOrderEvents(db, order.id);
  const review = await findReviewOf(db, order);
  return {
    ...presentOrder({ ...order, payment_id: first?.id ?? null }),
    payments: payments.map(presentPayment),
    timeline: events.map(presentEvent),
    contact: presentContact(order),
    completesAt: await findCompletionTime(db, order),
    review: review ? { rating: review.half_stars / 2, comment: review.comment } : null,
  };
}

async function confirm(deps: Deps, buyerId: string, result: ProviderResult) {
  const { message, order } = await verifyPayment(deps, buyerId, result);
  const payment_id = result.razorpay_payment_id;
  return { ...ok, message, order: order && presentOrder({ ...order, payment_id }) };
}

/** Nothing can be paid before the answer is there: a full disk is told as what it means here. */
async function opening<T>({ log }: Deps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    log.error('a payment could not be opened', error);
    throw new UserError(503, NOT_OPENED, { retryAfter: 5 });
  }
}
