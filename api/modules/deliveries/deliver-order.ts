import type { Delivery } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { HOUR, iso, later } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { deliveryCorrected, revisionDelivered } from '../orders/events.ts';
import { findOrder, isQuoted, lockOrder } from '../orders/queries.ts';
import { completeApproved } from '../orders/revisions/revisions.ts';
import { TRANSITION_NOT_ALLOWED, UNKNOWN_ORDER } from '../orders/texts.ts';
import { requireTransition, transitionOrderIn } from '../orders/transition-order.ts';
import { deliverClosed } from './hand-over.ts';
import { answerPins } from './pins.ts';
import { MANY_CORRECTIONS, MAX_CORRECTIONS } from './rules.ts';
import { requireUploaded } from './uploads.ts';

export interface Delivered {
  message: string;
  /** The pins that it answers; without it, all open ones of the revisions that it completes. */
  answers?: string[] | undefined;
  /** The newest version, when this one corrects it. */
  corrects?: number | undefined;
  /** What the owner says of its files. */
  notes?: { file: string; text: string }[] | undefined;
}

/**
 * Delivers a message and the waiting files as the next version, or corrects a version that is not answered yet. Completes
 * the approved revisions. The owner has agreed to an order that was made from a quote: delivering it begins the work as
 * well. `pressedAt` is when the owner has decided it: it says whether the delivery is late, and which files are its.
 */
export async function deliverOrderIn(
  tx: Tx,
  services: Services,
  id: string,
  { message, answers, corrects, notes = [], pressedAt }: Delivered & { pressedAt: string },
): Promise<void> {
  const row = { id: newId(), order_id: id, message, created_at: pressedAt };
  await lockOrder(tx, id);
  await requireUploaded(tx, id, pressedAt);
  for (const { file, text } of notes) {
    await tx
      .updateTable('delivery_files')
      .set({ note: text || null })
      .where('id', '=', file)
      .where('order_id', '=', id)
      .where('delivery_id', 'is', null)
      .execute();
  }
  if (corrects !== undefined) {
    await correctDelivery(tx, services, row, { answers, corrects });
    return;
  }
  if (await isQuoted(tx, id)) {
    await transitionOrderIn(tx, services, id, { to: 'Accepted', by: 'owner' });
  }
  await requireTransition(tx, services, id, {
    to: 'Delivered',
    by: 'owner',
    async also(_, order, now) {
      await insertDelivery(tx, { ...row, corrects: null });
      const completed = await completeApproved(tx, order.id, now);
      const revisions = completed.map(({ id }) => id);
      await answerPins(tx, row, { pins: answers, revisions });
      for (const revision of completed) {
        const decision = { order, revision, status: 'Completed' as const, at: now };
        await emit(tx, services, revisionDelivered, decision);
      }
      const isClosed = await deliverClosed(tx, order, now);
      return { delivered: message, ...(isClosed ? { isPreview: true } : {}) };
    },
  });
}

type Row = Pick<Delivery, 'id' | 'order_id' | 'message' | 'created_at'>;

/** The client looks at the corrected version, and has the days to answer from now on. What is open or closed stays so. */
async function correctDelivery(
  tx: Tx,
  services: Services,
  row: Row,
  of: { answers: string[] | undefined; corrects: number },
): Promise<void> {
  const at = iso(services.clock());
  const before = await findOrder(tx, row.order_id);
  if (!before) throw new ApiError(404, UNKNOWN_ORDER);
  const earlier = await tx
    .selectFrom('deliveries')
    .select(['number', 'corrects', 'created_at'])
    .where('order_id', '=', row.order_id)
    .orderBy('number', 'desc')
    .execute();
  if (before.shown_status !== 'Delivered' || earlier[0]?.number !== of.corrects)
    throw new ApiError(409, TRANSITION_NOT_ALLOWED);
  const corrects = earlier.find((each) => each.corrects === null)?.number ?? of.corrects;
  const corrections = earlier.filter((each) => each.corrects === corrects);
  if (corrections.length >= MAX_CORRECTIONS) throw new ApiError(409, MANY_CORRECTIONS);
  const version = await insertDelivery(tx, { ...row, corrects });
  await answerPins(tx, row, { pins: of.answers, revisions: [] });
  const order = await tx
    .updateTable('orders')
    .set({ delivered_at: at, updated_at: at })
    .where('id', '=', row.order_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const hourAgo = later(services.clock(), -HOUR);
  const recent = corrections.filter(({ created_at }) => created_at > hourAgo).at(-1);
  const mailKey = recent?.number ?? version;
  await emit(tx, services, deliveryCorrected, { order, version, corrects, mailKey, at });
}

/** Stores a delivery with the next number, and the waiting files as its own. */
async function insertDelivery(tx: Tx, row: Omit<Delivery, 'number'>): Promise<number> {
  const { number } = await tx
    .insertInto('deliveries')
    .values((eb) => ({
      ...row,
      number: eb
        .selectFrom('deliveries')
        .select(({ fn, lit }) => eb(fn.coalesce(fn.max('number'), lit(0)), '+', 1).as('next'))
        .where('order_id', '=', row.order_id),
    }))
    .returning('number')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('delivery_files')
    .set({ delivery_id: row.id })
    .where('order_id', '=', row.order_id)
    .where('delivery_id', 'is', null)
    .where('created_at', '<=', row.created_at)
    .execute();
  return number;
}
