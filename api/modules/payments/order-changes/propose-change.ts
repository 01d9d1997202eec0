import type { Order, OrderChange, Revision } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { toPaise } from '../../../platform/money/rules.ts';
import type { Services } from '../../../platform/services.ts';
import { findOrder, findOrderOf, lockOrder } from '../../orders/queries.ts';
import { convertRevisionToChange, findRevision } from '../../orders/revisions/revisions.ts';
import { UNKNOWN_ORDER } from '../../orders/texts.ts';
import { changeProposed } from './events.ts';
import { findChange, insertChange, listChanges, quoteRequest } from './queries.ts';
import {
  CHANGE_USED,
  isMoreTime,
  isRequest,
  MAX_OPEN_CHANGES,
  MORE_TIME_ASKED,
  REVISION_DECIDED,
  reasonNoChange,
  type Side,
  TOO_MANY_CHANGES,
} from './rules.ts';
import type { ChangeInput } from './schema.ts';

/** The owner, or a buyer, who must own the order. */
export type Proposer = { side: 'owner' } | { side: 'buyer'; buyerId: string };

export const findOrderFor = (tx: Tx, who: Proposer, id: string): Promise<Order | undefined> =>
  who.side === 'owner' ? findOrder(tx, id) : findOrderOf(tx, who.buyerId, id);

/**
 * Stores what one side proposes. The owner's proposal with the id of an open request takes its place. Idempotent:
 * the same call twice is one proposal.
 */
export async function proposeChange(
  services: Services,
  who: Proposer,
  input: ChangeInput,
): Promise<void> {
  const at = iso(services.clock());
  await transaction(services, async (tx) => {
    await lockOrder(tx, input.orderId);
    const order = await findOrderFor(tx, who, input.orderId);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    const known = await findChange(tx, input.changeId);
    const quoted = known && who.side === 'owner' && isOpenRequest(known, input) ? known : undefined;
    if (known && !quoted) return requireSame(known, who, input);
    const reason = reasonNoChange(order.shown_status);
    if (reason) throw new ApiError(409, reason);
    const { description, extraDays: days, attachments = [] } = input;
    const quote = { description, amount: toPaise(input.amount), days, now: at };
    const stored = quoted
      ? { change: await quoteRequest(tx, quoted.id, quote) }
      : await insertProposal(tx, { order, side: who.side, input, at });
    const { change } = stored;
    if (!change) throw new ApiError(409, CHANGE_USED);
    await emit(tx, services, changeProposed, { ...stored, order, change, attachments, at });
  });
}

const isOpenRequest = (known: OrderChange, { orderId, revisionId }: ChangeInput): boolean =>
  known.status === 'Proposed' && isRequest(known) && known.order_id === orderId && !revisionId;

async function insertProposal(
  tx: Tx,
  { order, side, input, at }: { order: Order; side: Side; input: ChangeInput; at: string },
): Promise<{ change: OrderChange; revision?: Revision }> {
  const changes = await listChanges(tx, order.id);
  const open = changes.filter(({ status }) => status === 'Proposed');
  if (open.length >= MAX_OPEN_CHANGES) throw new ApiError(409, TOO_MANY_CHANGES);
  const asked = { proposed_by: side, amount: toPaise(input.amount), extra_days: input.extraDays };
  if (isMoreTime(asked) && open.some(isMoreTime)) throw new ApiError(409, MORE_TIME_ASKED);
  const number = (changes.at(-1)?.number ?? 0) + 1;
  const { revisionId } = input;
  const revision = revisionId && (await takeRevision(tx, order, revisionId, { number, at }));
  const change = await insertChange(tx, {
    ...{ id: input.changeId, order_id: order.id, number, ...asked },
    ...{ revision_id: revisionId ?? null, description: input.description },
    ...{ status: 'Proposed', proposed_at: at },
  });
  return { change, ...(revision ? { revision } : {}) };
}

function requireSame(known: OrderChange, who: Proposer, input: ChangeInput): void {
  const isSame =
    known.order_id === input.orderId &&
    known.proposed_by === who.side &&
    known.description === input.description &&
    known.amount === toPaise(input.amount) &&
    known.extra_days === input.extraDays;
  if (!isSame) throw new ApiError(409, CHANGE_USED);
}

/**
 * Rejects a revision request that is out of scope and that this proposal replaces. The request does not count
 * as used.
 */
async function takeRevision(
  tx: Tx,
  order: Order,
  id: string,
  { number, at }: { number: number; at: string },
): Promise<Revision> {
  const revision = await findRevision(tx, id);
  const isTaken =
    revision?.order_id === order.id &&
    (await convertRevisionToChange(tx, revision, { number, now: at }));
  if (!isTaken) throw new ApiError(409, REVISION_DECIDED);
  return revision;
}
