import type { Db } from '../../../db/database.ts';
import type { Side } from '../../../db/schema/states.ts';
import type { DeliveryPin, Order, PinReply } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso, MINUTE } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { getOrder, lockOrder } from '../orders/queries.ts';
import { isOpen } from '../orders/rules.ts';
import { pinsChanged, pinWritten } from './events.ts';
import type { PinInput, ReplyInput } from './pin-routes.ts';
import * as texts from './rules.ts';
import { MAX_OPEN_PINS, MAX_PINS, MAX_REPLIES, UNKNOWN_FILE } from './rules.ts';

/** Who points or answers: a buyer at what was delivered to them, or with null staff at what was delivered to anybody. */
export interface Writer {
  userId: string;
  buyerId: string | null;
}

const sideOf = ({ buyerId }: Writer): Side => (buyerId === null ? 'owner' : 'buyer');

/** Pins, answers and decisions of a person. */
const PINS: Limit = { name: 'pins', most: 120, per: MINUTE, text: texts.PINS_FAST };

/** Sets a pin, once per id. */
export function setPin(services: Services, writer: Writer, input: PinInput): Promise<void> {
  return transaction(services, async (tx) => {
    await services.limits.take(PINS, writer.userId, tx);
    const file = await findDeliveredFile(tx, input.file, writer);
    if (!file) throw new ApiError(404, UNKNOWN_FILE);
    const order = await lockOpenOrder(tx, file.order_id);
    const { file: file_id, page, x, y, text } = input;
    const known = await findPin(tx, input._id);
    if (known) {
      const isSame = known.file_id === file_id && known.text === text;
      if (!isSame) throw new ApiError(409, texts.PIN_ID_USED);
      return;
    }
    const isDocument = file.file_hash !== null && file.name.toLowerCase().endsWith('.pdf');
    const pages = isDocument ? Infinity : file.hasPicture ? 1 : 0;
    if (page > pages) throw new ApiError(409, texts.NOTHING_TO_POINT_AT);
    const side = sideOf(writer);
    const at = iso(services.clock());
    await tx
      .insertInto('delivery_pins')
      .values({
        ...{ id: input._id, order_id: order.id, delivery_id: file.delivery_id, file_id },
        ...{ number: await nextPinNumber(tx, order.id, file.delivery_id) },
        ...{ page, x, y, side, text, created_at: at },
        ...{ resolved_at: null, resolved_by: null, revision_id: null, answered_in: null },
      })
      .execute();
    await emit(tx, services, pinWritten, { order, by: side, at });
  });
}

/** The number of the next pin of a version, if it takes one. */
async function nextPinNumber(tx: Db, orderId: string, deliveryId: string): Promise<number> {
  const pins = await tx
    .selectFrom('delivery_pins')
    .select(['delivery_id', 'number', 'resolved_at'])
    .where('order_id', '=', orderId)
    .execute();
  const ofVersion = pins.filter(({ delivery_id }) => delivery_id === deliveryId);
  if (pins.length >= MAX_PINS) throw new ApiError(409, texts.MANY_PINS);
  if (ofVersion.filter((pin) => pin.resolved_at === null).length >= MAX_OPEN_PINS)
    throw new ApiError(409, texts.MANY_OPEN_PINS);
  return Math.max(0, ...ofVersion.map(({ number }) => number)) + 1;
}

/** Answers a pin, once per id. */
export function replyToPin(services: Services, writer: Writer, pinId: string, input: ReplyInput) {
  return transaction(services, async (tx) => {
    await services.limits.take(PINS, writer.userId, tx);
    const pin = await requirePin(tx, pinId, writer);
    const order = await lockOpenOrder(tx, pin.order_id);
    const replies = await tx
      .selectFrom('pin_replies')
      .select(['id', 'text'])
      .where('pin_id', '=', pin.id)
      .execute();
    const known = replies.find(({ id }) => id === input._id);
    if (known?.text === input.text) return;
    if (known || (await isReply(tx, input._id))) throw new ApiError(409, texts.PIN_ID_USED);
    if (replies.length >= MAX_REPLIES) throw new ApiError(409, texts.MANY_REPLIES);
    const side = sideOf(writer);
    const at = iso(services.clock());
    const row = { id: input._id, pin_id: pin.id, side, text: input.text, created_at: at };
    await tx.insertInto('pin_replies').values(row).execute();
    await emit(tx, services, pinWritten, { order, by: side, at });
  });
}

/** Resolves a pin, or opens it again. Of two who do it at once, one has done it. */
export function resolvePin(services: Services, writer: Writer, pinId: string, isResolved: boolean) {
  return transaction(services, async (tx) => {
    await services.limits.take(PINS, writer.userId, tx);
    const pin = await requirePin(tx, pinId, writer);
    const order = await lockOpenOrder(tx, pin.order_id);
    const at = iso(services.clock());
    const changed = await tx
      .updateTable('delivery_pins')
      .set(
        isResolved
          ? { resolved_at: at, resolved_by: sideOf(writer) }
          : { resolved_at: null, resolved_by: null },
      )
      .where('id', '=', pin.id)
      .where('resolved_at', isResolved ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (changed && !isResolved && (await countOpen(tx, pin.delivery_id)) > MAX_OPEN_PINS)
      throw new ApiError(409, texts.MANY_OPEN_PINS);
    if (changed) await emit(tx, services, pinsChanged, { order, at });
  });
}

async function countOpen(tx: Db, deliveryId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('delivery_pins')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('delivery_id', '=', deliveryId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

async function lockOpenOrder(tx: Tx, id: string): Promise<Order> {
  await lockOrder(tx, id);
  const order = await getOrder(tx, id);
  if (!isOpen(order.shown_status)) throw new ApiError(409, texts.pinsAreClosed(order.shown_status));
  return order;
}

/** A file of a version, for somebody who has it. */
async function findDeliveredFile(tx: Db, id: string, { buyerId }: Writer) {
  const file = await tx
    .selectFrom('delivery_files')
    .innerJoin('orders', 'orders.id', 'delivery_files.order_id')
    .leftJoin('delivery_pictures as picture', (join) =>
      join.onRef('picture.file_id', '=', 'delivery_files.id').on('picture.kind', '=', 'whole'),
    )
    .select(['delivery_files.order_id', 'delivery_files.delivery_id', 'delivery_files.name'])
    .select('delivery_files.file_hash')
    .select('picture.width')
    .where('delivery_files.id', '=', id)
    .$if(buyerId !== null, (query) => query.where('orders.buyer_id', '=', buyerId))
    .executeTakeFirst();
  if (!file?.delivery_id) return undefined;
  const { width, delivery_id, ...rest } = file;
  return { ...rest, delivery_id, hasPicture: width !== null };
}

const findPin = (tx: Db, id: string) =>
  tx.selectFrom('delivery_pins').selectAll().where('id', '=', id).executeTakeFirst();

const isReply = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.selectFrom('pin_replies').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

async function requirePin(tx: Db, id: string, { buyerId }: Writer): Promise<DeliveryPin> {
  const pin = await tx
    .selectFrom('delivery_pins')
    .innerJoin('orders', 'orders.id', 'delivery_pins.order_id')
    .selectAll('delivery_pins')
    .where('delivery_pins.id', '=', id)
    .$if(buyerId !== null, (query) => query.where('orders.buyer_id', '=', buyerId))
    .executeTakeFirst();
  if (!pin) throw new ApiError(404, texts.UNKNOWN_PIN);
  return pin;
}

/** The open pins of an order that a revision is requested from. */
export async function choosePins(
  tx: Db,
  { orderId, revisionId }: { orderId: string; revisionId: string },
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const chosen = await tx
    .updateTable('delivery_pins')
    .set({ revision_id: revisionId })
    .where('id', 'in', ids)
    .where('order_id', '=', orderId)
    .where('resolved_at', 'is', null)
    .returning('id')
    .execute();
  if (chosen.length < ids.length) throw new ApiError(409, texts.PINS_GONE);
}

/**
 * Says which pins a delivery answers: those that the owner has named, or all open ones of the revisions that it
 * completes.
 */
export async function answerPins(
  tx: Db,
  delivery: { id: string; order_id: string },
  of: { pins: string[] | undefined; revisions: string[] },
): Promise<void> {
  const [column, ids] = of.pins
    ? (['id', [...new Set(of.pins)]] as const)
    : (['revision_id', of.revisions] as const);
  if (ids.length === 0) return;
  const answered = await tx
    .updateTable('delivery_pins')
    .set({ answered_in: delivery.id })
    .where(column, 'in', ids)
    .where('order_id', '=', delivery.order_id)
    .$if(!of.pins, (query) =>
      query.where('resolved_at', 'is', null).where('answered_in', 'is', null),
    )
    .returning('id')
    .execute();
  if (of.pins && answered.length < ids.length) throw new ApiError(409, texts.UNKNOWN_PIN);
}

export const quotePin = (
  { version, number }: Pick<PinDto, 'version' | 'number'>,
  text: string,
): string => `Version ${version}, pin ${number}: ${text}`;

/** All pins of an order with their answers, by version and number. */
export async function listPins(db: Db, orderId: string) {
  const [pins, replies] = await Promise.all([
    db
      .selectFrom('delivery_pins as pin')
      .innerJoin('deliveries as delivery', 'delivery.id', 'pin.delivery_id')
      .leftJoin('deliveries as answer', 'answer.id', 'pin.answered_in')
      .selectAll('pin')
      .select(['delivery.number as version', 'answer.number as answered_version'])
      .where('pin.order_id', '=', orderId)
      .orderBy('delivery.number')
      .orderBy('pin.number')
      .execute(),
    db
      .selectFrom('pin_replies')
      .innerJoin('delivery_pins', 'delivery_pins.id', 'pin_replies.pin_id')
      .selectAll('pin_replies')
      .where('delivery_pins.order_id', '=', orderId)
      .orderBy('pin_replies.created_at')
      .orderBy('pin_replies.id')
      .execute(),
  ]);
  return pins.map((pin) =>
    toPinDto(
      pin,
      replies.filter((reply) => reply.pin_id === pin.id),
    ),
  );
}

const toPinDto = (
  pin: DeliveryPin & { version: number; answered_version: number | null },
  replies: PinReply[],
) => ({
  ...{ _id: pin.id, version: pin.version, number: pin.number },
  /** Where it points at, in thousandths of width and height. */
  ...{ file: pin.file_id, page: pin.page, x: pin.x, y: pin.y },
  ...{ by: pin.side, text: pin.text, createdAt: pin.created_at },
  /** The side that resolved it; null while it is open. */
  resolvedBy: pin.resolved_by,
  /** The last revision request made from it. */
  revision: pin.revision_id,
  /** The number of the version that answers it. */
  answeredIn: pin.answered_version,
  replies: replies.map(({ id, side, text, created_at }) => ({
    ...{ _id: id, by: side, text, createdAt: created_at },
  })),
});

export type PinDto = ReturnType<typeof toPinDto>;
