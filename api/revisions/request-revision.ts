import type { Revision, User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { findOwner } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { orderChanged } from '../lib/live.ts';
import { notify } from '../notifications/notify.ts';
import { noteOnOrder } from '../orders/events.ts';
import { findOrderOf } from '../orders/queries.ts';
import { shortId, shownStatus, UNKNOWN_ORDER } from '../orders/rules.ts';
import { findRevision, insertRevision, takeRevision } from './queries.ts';
import { NO_REVISIONS_LEFT, REQUEST_USED, whyNoRevision } from './rules.ts';
import type { Wanted } from './schema.ts';

/** Uses a revision up and stores its request, with news for the owner, all or nothing; once per request. */
export async function requestRevision(deps: Deps, buyer: User, wanted: Wanted): Promise<void> {
  const id = wanted.requestId ?? newId();
  await transaction(deps, async (tx) => {
    const known = await findRevision(tx, id);
    if (known) return repeated(known);
    const now = iso(deps.clock());
    const order = await takeRevision(tx, buyer.id, wanted.orderId, now);
    if (!order) throw await refusal();
    const revision = await insertRevision(tx, {
      id,
      order_id: order.id,
      number: order.used_revisions,
      description: wanted.revisionDescription,
      status: 'Pending',
      requested_at: now,
      decided_at: null,
      completed_at: null,
    });
    await noteOnOrder(tx, order.id, {
      key: `revision:${revision.id}`,
      kind: 'revision requested',
      data: { number: revision.number, of: order.max_revisions },
      at: now,
    });
    orderChanged(tx, deps.live, order);
    const owner = await findOwner(tx);
    if (!owner) return;
    const name = `#${shortId(order.id)}`;
    await notify(tx, deps, {
      to: owner,
      type: 'revision',
      message: `${buyer.name} requests revision ${revision.number} of ${order.max_revisions} for order ${name}.`,
      orderId: order.id,
      mail: {
        dedupeKey: `revision:${revision.id}:Pending`,
        subject: `Revision requested for order ${name}`,
        heading: 'A revision is requested',
        action: 'Open the desk',
        path: '/desk',
      },
    });

    async function repeated({ order_id, description }: Revision): Promise<void> {
      if (!(await findOrderOf(tx, buyer.id, wanted.orderId))) {
        throw new UserError(404, UNKNOWN_ORDER);
      }
      const same = order_id === wanted.orderId && description === wanted.revisionDescription;
      if (!same) throw new UserError(409, REQUEST_USED);
    }

    async function refusal(): Promise<UserError> {
      const found = await findOrderOf(tx, buyer.id, wanted.orderId);
      if (!found) return new UserError(404, UNKNOWN_ORDER);
      const reason = whyNoRevision({
        orderStatus: shownStatus(found),
        paidAmount: found.paid,
        usedRevisions: found.used_revisions,
        maxRevisions: found.max_revisions,
      });
      return new UserError(409, reason ?? NO_REVISIONS_LEFT);
    }
  });
}
