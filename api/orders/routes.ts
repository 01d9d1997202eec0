import { Hono } from 'hono';
import type { Db } from '../../db/connect.ts';
import type { Deps } from '../lib/deps.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { openDue } from '../payments/open-due.ts';
import { findInstalmentOf } from '../payments/queries.ts';
import { PAYMENT_SUCCESSFUL, STILL_CONFIRMING } from '../payments/rules.ts';
import { type ProviderResult, verifyPayment } from '../payments/verify.ts';
import { placeOrder } from './place-order.ts';
import { presentOrder } from './present.ts';
import { findOrderOf, findSettledPayment, listOrdersOf } from './queries.ts';
import { UNKNOWN_ORDER } from './rules.ts';
import { orderIdBody, placeBody, verifyBody, verifyRemainderBody } from './schema.ts';

export const orders = new Hono<Env>()
  .use(buyersOnly)

  .get('/checkout', (c) => {
    const { keyId, checkoutUrl } = c.var.deps.provider;
    return c.json({ success: true as const, key: keyId, script: checkoutUrl });
  })

  .post('/place', validate(placeBody), async (c) => {
    const due = await placeOrder(c.var.deps, requireBuyer(c), c.req.valid('json'));
    return c.json({ success: true as const, ...due }, 201);
  })

  .post('/verify', validate(verifyBody), async (c) => {
    const answer = await confirm(c.var.deps, requireBuyer(c).id, c.req.valid('json'));
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  })

  .post('/payRemainingAmount', validate(orderIdBody), async (c) => {
    const { store } = c.var.deps;
    const order = await mine(store.db, requireBuyer(c).id, c.req.valid('json').orderId);
    return c.json({ success: true as const, ...(await openDue(c.var.deps, order)) });
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

  .get('/user-orders', async (c) => {
    const buyer = requireBuyer(c);
    const rows = await listOrdersOf(c.var.deps.store.db, buyer.id);
    return c.json({ success: true as const, orders: rows.map(presentOrder), count: rows.length });
  })

  .get('/:orderId', async (c) => {
    const { db } = c.var.deps.store;
    const order = await mine(db, requireBuyer(c).id, c.req.param('orderId'));
    const payment = await findSettledPayment(db, order.id);
    const payment_id = payment?.id ?? null;
    return c.json({ success: true as const, order: presentOrder({ ...order, payment_id }) });
  });

async function mine(db: Db, buyerId: string, id: string) {
  const order = await findOrderOf(db, buyerId, id);
  if (!order) throw new UserError(404, UNKNOWN_ORDER);
  return order;
}

async function confirm(deps: Deps, buyerId: string, result: ProviderResult) {
  const order = await verifyPayment(deps, buyerId, result);
  if (!order) return { success: true as const, message: STILL_CONFIRMING, order: null };
  const payment_id = result.razorpay_payment_id;
  return {
    success: true as const,
    message: PAYMENT_SUCCESSFUL,
    order: presentOrder({ ...order, payment_id }),
  };
}
