import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Order } from '../../../db/schema.ts';
import { dayIn } from '../../platform/dates.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Env } from '../../platform/http/env.ts';
import { validate } from '../../platform/http/validate.ts';
import { formatExact, toPaise } from '../../platform/money/rules.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { readAvailability, todayOf } from '../catalog/availability/availability.ts';
import { readProfile } from '../catalog/profile/read-profile.ts';
import { readTerms } from '../orders/cancellation/terms.ts';
import { toCheckoutDto, toOrderDto } from '../orders/dto.ts';
import { findCheckout, orderInPath, requireOrderOf } from '../orders/queries.ts';
import { placeBody } from '../orders/schema.ts';
import { readSeller } from '../orders/seller.ts';
import { cancelOrder } from './cancel-order.ts';
import { openInstalment, openRemainder, reportNotCharged, startCheckout } from './checkout.ts';
import { findPaymentTrouble } from './downtimes.ts';
import { countEarlyCancellation } from './early-cancellations.ts';
import { createLink, findLinkOf, revokeLinks } from './payment-links.ts';
import { listPaymentsUnderWay } from './payments-under-way.ts';
import { findNextAmount } from './queries.ts';
import {
  cancelBody,
  linkBody,
  openBody,
  type ProviderResult,
  verifyBody,
  verifyRemainderBody,
} from './schema.ts';
import { LINK_WITHDRAWN } from './texts.ts';
import { verifyPayment } from './verify-checkout-result.ts';

const ok = { success: true } as const;

/**
 * Routes for the buyer to place an order, pay its instalments and report the result of the provider's dialog.
 */
export const checkoutRoutes = new Hono<Env>()
  .use(verifiedOnly)

  .get('/checkout', (c) => {
    const { keyId, checkoutUrl } = c.var.services.provider;
    return c.json({ ...ok, key: keyId, script: checkoutUrl });
  })

  .get('/under-way', async (c) => {
    c.header('Cache-Control', 'no-store');
    const buyer = requireVerifiedUser(c);
    return c.json({ ...ok, payments: await listPaymentsUnderWay(c.var.services, buyer.id) });
  })

  // An unknown checkout and that of a different buyer get the same answer.
  .get('/checkout/:checkoutId', async (c) => {
    const { store, config, clock, provider } = c.var.services;
    const { db } = store;
    const order = await findCheckout(db, requireVerifiedUser(c).id, c.req.param('checkoutId'));
    const next_amount = order ? await findNextAmount(db, order.id) : null;
    const payable = order && { ...order, next_amount };
    const { capacity, clock: hasClock } = await readAvailability(db);
    const { gstin } = await readSeller(db, config);
    const shown = {
      trouble: await findPaymentTrouble(db, clock()),
      today: todayOf({ clock, config }),
      ...(order?.delivery_date ? { deliverBy: dayIn(order.delivery_date, config.timeZone) } : {}),
      ...(capacity > 0 ? { hasCalendar: true } : {}),
      ...(hasClock ? { hasClock } : {}),
      ...(gstin ? { hasGst: true } : {}),
      cancellation: await readTerms(db),
      isTest: provider.isTest,
      // Who must charge GST cannot show it as a discount.
      struckCharges: !gstin && (await readProfile(db)).body.struckCharges,
    };
    return c.json({ ...ok, ...toCheckoutDto(payable, shown) });
  })

  .post('/place', validate(placeBody), async (c) => {
    const { services } = c.var;
    const [buyer, body] = [requireVerifiedUser(c), c.req.valid('json')];
    const instalment = await reportNotCharged(services, () =>
      startCheckout(services, buyer, body, clientAddress(c)),
    );
    return c.json({ ...ok, ...instalment }, 201);
  })

  .post('/verify', validate(verifyBody), async (c) => {
    const answer = await confirm(c.var.services, requireVerifiedUser(c).id, c.req.valid('json'));
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  })

  // Retries a first payment that failed or was never made, for the same order.
  .post('/payAgain', validate(openBody), async (c) =>
    c.json(await open(c, c.req.valid('json'), openInstalment)),
  )

  .post('/payRemainingAmount', validate(openBody), async (c) =>
    c.json(await open(c, c.req.valid('json'), openRemainder)),
  )

  .post('/:orderId/cancel', validate(cancelBody), async (c) => {
    const order = await cancelOrder(c.var.services, {
      who: { side: 'buyer', buyerId: requireVerifiedUser(c).id },
      orderId: c.req.param('orderId'),
      expected: toPaise(c.req.valid('json').refund),
    });
    await countEarlyCancellation(c.var.services, order, clientAddress(c));
    return c.json({ ...ok, message: cancelledMessage(order) });
  })

  .get('/:orderId/payment-link', async (c) => {
    const { store, clock } = c.var.services;
    const { id } = await orderInPath(c);
    return c.json({ ...ok, validUntil: await findLinkOf(store.db, id, clock()) });
  })

  .post('/:orderId/payment-link', validate(linkBody), async (c) => {
    const { deduction } = c.req.valid('json');
    const link = await createLink(c.var.services, await orderInPath(c), deduction);
    return c.json({ ...ok, ...link }, 201);
  })

  .delete('/:orderId/payment-link', async (c) => {
    await revokeLinks(c.var.services, (await orderInPath(c)).id);
    return c.json({ ...ok, message: LINK_WITHDRAWN });
  })

  .post('/verifyRemainingPayment', validate(verifyRemainderBody), async (c) => {
    const { orderId, ...result } = c.req.valid('json');
    const buyer = requireVerifiedUser(c);
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, buyer.id, orderId);
    const answer = await confirm(c.var.services, buyer.id, result, order.id);
    return answer.order ? c.json(answer, 200) : c.json(answer, 202);
  });

async function open(
  c: Context<Env>,
  { orderId, deduction }: z.output<typeof openBody>,
  work: typeof openRemainder,
) {
  const { services } = c.var;
  const order = await requireOrderOf(services.store.db, requireVerifiedUser(c).id, orderId);
  const opened = await reportNotCharged(services, () => work(services, order, { deduction }));
  return { ...ok, ...opened };
}

/** The provider has not been asked yet, and may refuse. */
const cancelledMessage = ({ refunded, currency }: Pick<Order, 'refunded' | 'currency'>): string =>
  refunded > 0
    ? `The order is cancelled. You get ${formatExact(refunded, currency)} back; a mail confirms it.`
    : 'The order is cancelled.';

async function confirm(
  services: Services,
  buyerId: string,
  result: ProviderResult,
  ofOrder?: string,
) {
  const { message, order } = await verifyPayment(services, buyerId, result, ofOrder);
  const payment_id = result.razorpay_payment_id;
  if (!order) return { ...ok, message, order };
  const next_amount = await findNextAmount(services.store.db, order.id);
  return { ...ok, message, order: toOrderDto({ ...order, payment_id, next_amount }) };
}
