import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import { emit } from '../../platform/events.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { multiLineText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { requireVerifiedUser } from '../accounts/guards.ts';
import { findOrder, findOrderOf } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { pinsSeen } from './events.ts';
import { listPins, replyToPin, resolvePin, setPin, type Writer } from './pins.ts';
import {
  MAX_PAGES,
  MAX_PIN_LENGTH,
  PIN_OUTSIDE,
  PIN_SCALE,
  PIN_TEXT_NEEDED,
  REPLY_NEEDED,
  UNKNOWN_FILE,
  UNKNOWN_PIN,
} from './rules.ts';

const place = z.int(PIN_OUTSIDE).min(0, PIN_OUTSIDE).max(PIN_SCALE, PIN_OUTSIDE);

const pinBody = z.object({
  /** Made by the page, so that a repeated call sets one pin. */
  _id: z.uuid(UNKNOWN_PIN),
  file: z.string(UNKNOWN_FILE).max(64, UNKNOWN_FILE),
  /** Of a document with a picture of it, the picture is the first. */
  page: z
    .int(PIN_OUTSIDE)
    .min(1, PIN_OUTSIDE)
    .max(MAX_PAGES + 1, PIN_OUTSIDE)
    .default(1),
  x: place,
  y: place,
  text: multiLineText(PIN_TEXT_NEEDED, MAX_PIN_LENGTH),
});
const replyBody = z.object({
  _id: z.uuid(UNKNOWN_PIN),
  text: multiLineText(REPLY_NEEDED, MAX_PIN_LENGTH),
});
const resolvedBody = z.object({ isResolved: z.boolean(UNKNOWN_PIN) });

export type PinInput = z.output<typeof pinBody>;
export type ReplyInput = z.output<typeof replyBody>;

const ok = { success: true as const };

/** The same for both sides; who may call is checked where they are mounted. */
const pinRoutes = (writerOf: (c: Context<Env>) => Writer) =>
  new Hono<Env>()
    .get('/:orderId', async (c) => {
      const { db } = c.var.services.store;
      const order = await requireOrder(c, writerOf(c), c.req.param('orderId'));
      return c.json({ ...ok, pins: await listPins(db, order.id) });
    })
    .post('/', audited('Pointed at a delivery'), validate(pinBody), async (c) => {
      await setPin(c.var.services, writerOf(c), c.req.valid('json'));
      return c.json(ok, 201);
    })
    .post('/:pin/replies', audited('Answered a pin'), validate(replyBody), async (c) => {
      await replyToPin(c.var.services, writerOf(c), c.req.param('pin'), c.req.valid('json'));
      return c.json(ok, 201);
    })
    .put('/:pin/resolved', audited('Resolved a pin'), validate(resolvedBody), async (c) => {
      const { isResolved } = c.req.valid('json');
      await resolvePin(c.var.services, writerOf(c), c.req.param('pin'), isResolved);
      return c.json(ok);
    })
    .post('/:orderId/seen', audited('Read pins'), async (c) => {
      const writer = writerOf(c);
      const order = await requireOrder(c, writer, c.req.param('orderId'));
      const side = writer.buyerId === null ? 'owner' : 'buyer';
      const { services } = c.var;
      await transaction(services, (tx) => emit(tx, services, pinsSeen, { order, by: side }));
      return c.json(ok);
    });

async function requireOrder(c: Context<Env>, { buyerId }: Writer, id: string) {
  const { db } = c.var.services.store;
  const order = await (buyerId === null ? findOrder(db, id) : findOrderOf(db, buyerId, id));
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}

export const buyerPinRoutes = pinRoutes((c) => {
  const { id } = requireVerifiedUser(c);
  return { userId: id, buyerId: id };
});

export const adminPinRoutes = pinRoutes((c) => ({
  userId: requireVerifiedUser(c).id,
  buyerId: null,
}));
