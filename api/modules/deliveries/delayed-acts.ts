import type { Context } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso, later, SECOND } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { takeNotice } from '../../platform/rate-limiting/limit-notices.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { findOrder, lockOrder } from '../orders/queries.ts';
import { decideRevisionIn } from '../orders/revisions/revisions.ts';
import { TRANSITION_NOT_ALLOWED, UNKNOWN_ORDER } from '../orders/texts.ts';
import { requireTransition } from '../orders/transition-order.ts';
import { type Delivered, deliverOrderIn } from './deliver-order.ts';
import { DONE_ALREADY, UNDO, UNDO_SECONDS } from './rules.ts';

/** What the owner can take back for ten seconds. */
export type Act =
  | { name: 'accept'; body: object }
  | { name: 'deliver'; body: Delivered }
  | { name: 'reject revision'; body: { id: string; reason?: string | undefined } };

async function perform(tx: Tx, services: Services, orderId: string, act: Act, pressedAt: string) {
  if (act.name === 'accept')
    await requireTransition(tx, services, orderId, { to: 'Accepted', by: 'owner' });
  else if (act.name === 'deliver')
    await deliverOrderIn(tx, services, orderId, { ...act.body, pressedAt });
  else await decideRevisionIn(tx, services, act.body.id, { ...act.body, status: 'Rejected' });
}

/** Without the person who has called: nobody is limited or recorded for it a second time. */
const alone = (services: Services): Services => ({
  ...services,
  ...{ actor: undefined, aroundTransaction: undefined },
});

/** More are not listed: so much nobody presses in ten seconds. */
const MAX_LISTED = 50;

const NOTHING = { act: null, act_at: null, act_due: null, act_body: null };

/** The dashboard asks for ten seconds: `?undo=true`. */
export const asked = (c: Context<Env>, orderId: string) => ({
  orderId,
  isUndoable: c.req.query('undo') === 'true',
});

export const told = (what: string, { undoUntil }: { undoUntil: string | null }): string =>
  `${what}. ${undoUntil ? UNDO : 'The buyer is notified.'}`;

/** What was written with an act, and why it did not fit any more. */
interface ActTexts {
  message?: string;
  reason?: string;
  why?: string;
}

class Fits extends Error {}

/** Throws what the act would throw now; nothing of it stays. */
async function rehearse(services: Services, orderId: string, act: Act): Promise<void> {
  await transaction(alone(services), async (tx) => {
    await perform(tx, alone(services), orderId, act, iso(services.clock()));
    throw new Fits();
  }).catch((error: unknown) => {
    if (!(error instanceof Fits)) throw error;
  });
}

/**
 * Does an act, or with `isUndoable` stores it for ten seconds: until it is due the order is the same for everybody, every
 * other act comes first, and then it is checked again. An earlier one that waits is done now.
 */
export async function act(
  services: Services,
  { orderId, isUndoable, ...given }: { orderId: string; isUndoable: boolean } & Act,
): Promise<{ undoUntil: string | null }> {
  const now = services.clock();
  const pressedAt = iso(now);
  if (!isUndoable) {
    // Pressed and done at one time.
    const atOnce = { ...services, clock: () => now };
    await transaction(services, (tx) => perform(tx, atOnce, orderId, given, pressedAt));
    return { undoUntil: null };
  }
  const body = JSON.stringify(given.body);
  const before = await findOrder(services.store.db, orderId);
  if (before?.act_due) {
    // Pressed twice.
    if (before.act === given.name && before.act_body === body) return { undoUntil: before.act_due };
    await carryOut(services, orderId, before.act_due);
  }
  await rehearse(services, orderId, given);
  const undoUntil = later(services.clock(), UNDO_SECONDS * SECOND);
  await transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx
      .updateTable('orders')
      .set({ act: given.name, act_at: pressedAt, act_due: undoUntil, act_body: body })
      .where('id', '=', orderId)
      .where('act_due', 'is', null)
      .returning(['id', 'buyer_id'])
      .executeTakeFirst();
    if (!order) throw new ApiError(409, TRANSITION_NOT_ALLOWED);
    await takeNotice(tx, services, order.buyer_id);
    showOwner(tx, services, orderId);
  });
  return { undoUntil };
}

/** Takes back what is not done yet, or puts away what did not fit any more. Returns what was written with it. */
export const undo = (services: Services, orderId: string) =>
  transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    const order = await findOrder(tx, orderId);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    if (order.act === null) throw new ApiError(409, DONE_ALREADY);
    await tx.updateTable('orders').set(NOTHING).where('id', '=', orderId).execute();
    showOwner(tx, services, orderId);
    const { message, reason = null } = JSON.parse(order.act_body ?? '{}') as ActTexts;
    return { act: order.act, text: message ?? reason };
  });

/** Carries out what is due. Any process may, at any time: each is done once. */
export async function carryOutActs(services: Services): Promise<void> {
  const now = iso(services.clock());
  const due = await services.store.db
    .selectFrom('orders')
    .select('id')
    .where('act', 'is not', null)
    .where('act_due', '<=', now)
    .execute();
  for (const { id } of due)
    await carryOut(services, id, now).catch((error: unknown) =>
      services.log.error(`what was pressed on order ${id} could not be done`, error),
    );
}

/** Does what is due by then; what does not fit any more stays for the owner to see, with the reason. */
async function carryOut(services: Services, orderId: string, by: string): Promise<void> {
  let order: Order | undefined;
  await transaction(alone(services), async (tx) => {
    await lockOrder(tx, orderId);
    order = await findOrder(tx, orderId);
    if (!order?.act_due || order.act_due > by) return;
    await tx.updateTable('orders').set(NOTHING).where('id', '=', orderId).execute();
    const given = { name: order.act, body: JSON.parse(order.act_body ?? '{}') } as Act;
    await perform(tx, alone(services), orderId, given, order.act_at ?? by);
    showOwner(tx, services, orderId);
  }).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || !order) throw error;
    const { act_at, act_body } = order;
    const body = JSON.stringify({ ...JSON.parse(act_body ?? '{}'), why: error.message });
    await transaction(alone(services), async (tx) => {
      await tx
        .updateTable('orders')
        .set({ act_due: null, act_body: body })
        .where('id', '=', orderId)
        .where('act_at', '=', act_at)
        .where('act_due', 'is not', null)
        .execute();
      showOwner(tx, services, orderId);
    });
  });
}

/** The pages of the owner and their assistants load the order again; what waits is nothing for its buyer. */
const showOwner = (tx: Tx, { realtime }: Services, orderId: string) =>
  tx.onCommit(() => realtime.emit(roomNames.owner, 'orderChanged', { orderId }));

/** What was pressed last and is not done yet, and what did not fit any more when it was due. */
export async function listActs(db: Db) {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('act', 'is not', null)
    .orderBy('act_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return orders.flatMap((order) => {
    const act = toActDto(order);
    return act ? [{ orderId: order.id, buyer: order.buyer_name, ...act }] : [];
  });
}

/** What of an order is not done yet, or was not done, for the owner. */
export function toActDto({ act: name, act_due, act_body }: Order) {
  if (name === null) return null;
  const { why = null } = JSON.parse(act_body ?? '{}') as ActTexts;
  return { name, undoUntil: act_due, why };
}
