import type { Revision, User } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { revisionRequested } from '../events.ts';
import { findOrderOf, lockOrder } from '../queries.ts';
import { UNKNOWN_ORDER } from '../texts.ts';
import { countRevision, findRevision, insertRevision, nextRevisionNumber } from './queries.ts';
import { reasonNoRevision } from './rules.ts';
import type { RevisionInput } from './schema.ts';
import { REQUEST_USED } from './texts.ts';

/**
 * Uses up a revision and stores the request with its effects, in one transaction. Idempotent by `requestId`.
 * How many there are: `reasonNoRevision` in rules.ts.
 */
export async function requestRevision(services: Services, buyer: User, input: RevisionInput) {
  const id = input.requestId ?? newId();
  await transaction(services, async (tx) => {
    await lockOrder(tx, input.orderId);
    const order = await findOrderOf(tx, buyer.id, input.orderId);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    const known = await findRevision(tx, id);
    if (known) return assertSame(known, input);
    const reason = reasonNoRevision({
      orderStatus: order.shown_status,
      paidAmount: order.balance,
      usedRevisions: order.used_revisions,
      maxRevisions: order.max_revisions,
    });
    if (reason) throw new ApiError(409, reason);
    const now = iso(services.clock());
    const after = await countRevision(tx, order.id, now);
    const revision = await insertRevision(tx, {
      id,
      order_id: order.id,
      number: await nextRevisionNumber(tx, order),
      description: input.revisionDescription,
      status: 'Pending',
      requested_at: now,
    });
    await emit(tx, services, revisionRequested, { order: after, revision, buyer, at: now });
  });
}

function assertSame({ order_id, description }: Revision, input: RevisionInput): void {
  const same = order_id === input.orderId && description === input.revisionDescription;
  if (!same) throw new ApiError(409, REQUEST_USED);
}
