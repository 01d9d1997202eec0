import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { REVISION_STATUSES } from '../../../db/schema/states.ts';
import type { Order, Revision, User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { multiLineText, optionalText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { toItemDtos } from '../orders/dto.ts';
import { revisionRequested } from '../orders/events.ts';
import { lockOrder, requireOrderOf } from '../orders/queries.ts';
import {
  decideRevision,
  findRevision,
  listRevisions,
  storeRequest,
} from '../orders/revisions/revisions.ts';
import {
  DESCRIPTION_NEEDED,
  DESCRIPTION_TOO_LONG,
  MAX_REVISION_LENGTH,
  REQUEST_USED,
  REVISION_CHANGED,
  REVISION_REQUESTED,
  UNKNOWN_REVISION,
} from '../orders/revisions/rules.ts';
import { REASON_NEEDED } from '../orders/texts.ts';
import { act, asked, told } from './delayed-acts.ts';
import { choosePins, listPins, type PinDto, quotePin } from './pins.ts';
import { MANY_PINS, MAX_PINS, UNKNOWN_PIN } from './rules.ts';

const UNKNOWN = 'There is no such order.';

/** Ignores `buyerId` and `requestedAt` of the client: session and server set them. */
const revisionBody = z.object({
  orderId: z.string(UNKNOWN).min(1, UNKNOWN).max(64, UNKNOWN),
  /** Generated when the dialog opens, so that a repeated request is stored once (idempotency key). */
  requestId: z.uuid('The request needs an id of its own.').optional(),
  revisionDescription: multiLineText(DESCRIPTION_NEEDED, MAX_REVISION_LENGTH, DESCRIPTION_TOO_LONG),
  /** The open pins of deliveries that it is made from; it counts once. */
  pins: z.array(z.string(UNKNOWN_PIN).max(64, UNKNOWN_PIN)).max(MAX_PINS, MANY_PINS).optional(),
});

type RevisionInput = z.output<typeof revisionBody>;

const DECISION_NEEDED = 'Please approve, reject or complete it.';

const decisionBody = z.object({
  status: z
    .enum(REVISION_STATUSES, DECISION_NEEDED)
    .exclude(['Pending'], { error: DECISION_NEEDED }),
  /** Of a rejection, which the buyer reads. */
  reason: optionalText(MAX_REVISION_LENGTH).optional(),
});

export const revisionRoutes = new Hono<Env>()
  .post('/revision-request', verifiedOnly, validate(revisionBody), async (c) => {
    const buyer = requireVerifiedUser(c);
    const input = c.req.valid('json');
    await requestRevision(c.var.services, buyer, input);
    const data = await revisionsOf(c.var.services.store.db, buyer, input.orderId);
    return c.json({ success: true as const, message: REVISION_REQUESTED, data }, 201);
  })

  .get('/revision/:orderId', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const data = await revisionsOf(db, requireVerifiedUser(c), c.req.param('orderId'));
    return c.json({ success: true as const, data });
  });

export const adminRevisionRoutes = new Hono<Env>().patch(
  '/:id',
  audited('Decided a revision', { snapshot: columnsOf('revisions', 'status') }),
  validate(decisionBody),
  async (c) => {
    const { services } = c.var;
    const decision = c.req.valid('json');
    const id = c.req.param('id');
    const known = await findRevision(services.store.db, id);
    const waits = asked(c, known?.order_id ?? '');
    if (decision.status === 'Rejected' && waits.isUndoable) {
      if (!known) throw new ApiError(404, UNKNOWN_REVISION);
      if (!decision.reason) throw new ApiError(400, REASON_NEEDED, { field: 'reason' });
      const body = { id, reason: decision.reason };
      const done = await act(services, { ...waits, name: 'reject revision', body });
      return c.json({
        success: true as const,
        ...done,
        message: told('Rejected', done),
        data: null,
      });
    }
    const revision = await decideRevision(services, id, decision);
    const data = { _id: revision.id, status: revision.status, completedAt: revision.completed_at };
    const undoUntil: string | null = null;
    return c.json({ success: true as const, undoUntil, message: REVISION_CHANGED, data });
  },
);

const revisionsOf = async (db: Db, buyer: User, orderId: string) =>
  toRevisionDtos(db, await requireOrderOf(db, buyer.id, orderId), buyer);

/** Stores a request with the pins that it is made from, in one transaction. Idempotent by `requestId`. */
function requestRevision(services: Services, buyer: User, input: RevisionInput): Promise<void> {
  const id = input.requestId ?? newId();
  const pins = [...new Set(input.pins)];
  return transaction(services, async (tx) => {
    await lockOrder(tx, input.orderId);
    const order = await requireOrderOf(tx, buyer.id, input.orderId);
    const known = await findRevision(tx, id);
    if (known) return assertSame(tx, known, { ...input, pins });
    const at = iso(services.clock());
    const asked = await storeRequest(tx, order, { id, description: input.revisionDescription, at });
    await choosePins(tx, { orderId: order.id, revisionId: id }, pins);
    const pointedAt = (await pinsOf(tx, asked.revision)).map((pin) => quotePin(pin, pin.text));
    await emit(tx, services, revisionRequested, { ...asked, buyer, pointedAt, at });
  });
}

async function assertSame(
  tx: Db,
  known: Revision,
  { orderId, revisionDescription, pins }: RevisionInput & { pins: string[] },
): Promise<void> {
  const isSame = known.order_id === orderId && known.description === revisionDescription;
  const chosen = await pinsOf(tx, known);
  const arePins = chosen.length === pins.length && chosen.every(({ _id }) => pins.includes(_id));
  if (!isSame || !arePins) throw new ApiError(409, REQUEST_USED);
}

const pinsOf = async (db: Db, { id, order_id }: Revision): Promise<PinDto[]> =>
  (await listPins(db, order_id)).filter(({ revision }) => revision === id);

const toRevisionDto = (
  row: Revision,
  { order, buyer, pins }: { order: Order; buyer: Pick<User, 'id' | 'email'>; pins: PinDto[] },
) => ({
  _id: row.id,
  orderId: { _id: order.id, OrderItems: toItemDtos(order) },
  buyerId: { _id: buyer.id, email: buyer.email },
  revisionDescription: row.description,
  requestedAt: row.requested_at,
  completedAt: row.completed_at,
  status: row.status,
  /** The number of the change that the request became; null for a revision, which counts. */
  change: row.number < 0 ? -row.number : null,
  /** The number of revisions left after this one. */
  revisionsLeft: order.max_revisions - Math.max(row.number, 0),
  /** What it was requested from, if anything was pointed at. */
  ...(pins.length > 0
    ? { pins: pins.map(({ version, number, text }) => ({ version, number, text })) }
    : {}),
});

/** The requests of an order, newest first. */
export async function toRevisionDtos(db: Db, order: Order, buyer: Pick<User, 'id' | 'email'>) {
  const [rows, pins] = [await listRevisions(db, order.id), await listPins(db, order.id)];
  return rows.map((row) =>
    toRevisionDto(row, { order, buyer, pins: pins.filter(({ revision }) => revision === row.id) }),
  );
}

export type RevisionDto = ReturnType<typeof toRevisionDto>;
