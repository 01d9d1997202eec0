import type { Revision } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { findUser } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { orderChanged } from '../lib/live.ts';
import { notify } from '../notifications/notify.ts';
import { noteOnOrder } from '../orders/events.ts';
import { findOrder } from '../orders/queries.ts';
import { shortId, shownStatus } from '../orders/rules.ts';
import { findRevision, moveRevision, reopenDelivered } from './queries.ts';
import {
  isOpenForRevision,
  NO_SUCH_STEP,
  orderIsClosed,
  type RevisionStatus,
  UNKNOWN_REVISION,
} from './rules.ts';

const WORDS = {
  Approved: 'is approved: the work begins',
  Rejected: 'is rejected',
  Completed: 'is completed',
} as const;

/** The owner's word on a request. Approving it takes a delivered order back into work: one event, told once. */
export function decideRevision(
  deps: Deps,
  id: string,
  status: Exclude<RevisionStatus, 'Pending'>,
): Promise<Revision> {
  return transaction(deps, async (tx) => {
    const now = iso(deps.clock());
    const revision = await moveRevision(tx, id, status, now);
    if (!revision) {
      const known = await findRevision(tx, id);
      throw known ? new UserError(409, NO_SUCH_STEP) : new UserError(404, UNKNOWN_REVISION);
    }
    await noteOnOrder(tx, revision.order_id, {
      key: `revision:${revision.id}:${status}`,
      kind: 'revision decided',
      data: { number: revision.number, status },
      at: now,
    });
    if (status === 'Approved') {
      const reopened = await reopenDelivered(tx, revision.order_id, now);
      if (reopened) {
        await noteOnOrder(tx, reopened.id, {
          key: `status:${newId()}`,
          kind: 'status',
          data: { status: 'Accepted' },
          at: now,
        });
      }
    }
    const order = await findOrder(tx, revision.order_id);
    // Rejecting and completing stay possible: a closed order must not leave a request open for good.
    const reached = order && shownStatus(order);
    if (status === 'Approved' && reached && !isOpenForRevision(reached)) {
      throw new UserError(409, orderIsClosed(reached));
    }
    const buyer = order && (await findUser(tx, order.buyer_id));
    if (order) orderChanged(tx, deps.live, order);
    if (!order || !buyer) return revision;
    const name = `#${shortId(order.id)}`;
    await notify(tx, deps, {
      to: buyer,
      type: 'revision',
      live: 'update_revision_status',
      message: `Your revision request for order ${name} ${WORDS[status]}.`,
      orderId: order.id,
      mail: {
        dedupeKey: `revision:${revision.id}:${status}`,
        subject: `Your revision of order ${name} ${status.toLowerCase()}`,
        heading: `Your revision request ${WORDS[status]}`,
        action: 'See the order',
        path: `/orders/${order.id}`,
      },
    });
    return revision;
  });
}
