import type { Revision } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { orderReopened, revisionDecided } from '../events.ts';
import { findOrder, lockOrder } from '../queries.ts';
import { isOpen } from '../rules.ts';
import { findRevision, reopenDelivered, updateRevisionStatus } from './queries.ts';
import type { RevisionStatus } from './rules.ts';
import { orderIsClosed, REVISION_TRANSITION_NOT_ALLOWED, UNKNOWN_REVISION } from './texts.ts';

/**
 * Stores the owner's decision on a revision. Approving it reopens a delivered order; the buyer gets one
 * notification. One that is out of scope becomes a change instead: `proposeChange` of payments.
 */
export function decideRevision(
  services: Services,
  id: string,
  status: Exclude<RevisionStatus, 'Pending'>,
): Promise<Revision> {
  return transaction(services, async (tx) => {
    const now = iso(services.clock());
    const asked = await findRevision(tx, id);
    if (asked) await lockOrder(tx, asked.order_id);
    const revision = await updateRevisionStatus(tx, id, status, now);
    if (!revision) {
      throw asked
        ? new ApiError(409, REVISION_TRANSITION_NOT_ALLOWED)
        : new ApiError(404, UNKNOWN_REVISION);
    }
    const reopened =
      status === 'Approved' ? await reopenDelivered(tx, revision.order_id, now) : undefined;
    const order = await findOrder(tx, revision.order_id);
    if (!order) throw new Error('a revision without its order');
    // A closed order can still reject or complete a request, so that none is open forever.
    const reached = order.shown_status;
    if (status === 'Approved' && !isOpen(reached)) {
      throw new ApiError(409, orderIsClosed(reached));
    }
    await emit(tx, services, revisionDecided, { order, revision, status, at: now });
    if (reopened) await emit(tx, services, orderReopened, { order, at: now });
    return revision;
  });
}
