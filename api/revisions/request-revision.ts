import type { User } from '../../db/schema.ts';
import { findOwner } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { notify } from '../notifications/notify.ts';
import { noteOnOrder } from '../orders/events.ts';
import { findOrderOf } from '../orders/queries.ts';
import { shortId, UNKNOWN_ORDER } from '../orders/rules.ts';
import { insertRevision, takeRevision } from './queries.ts';
import { NO_REVISIONS_LEFT, whyNoRevision } from './rules.ts';

/** Uses a revision up and stores its request, with news for the owner, all or nothing. */
export async function requestRevision(
  deps: Deps,
  buyer: User,
  wanted: { orderId: string; revisionDescription: string },
): Promise<void> {
  await deps.store.db.transaction().execute(async (tx) => {
    const now = iso(deps.clock());
    const order = await takeRevision(tx, buyer.id, wanted.orderId, now);
    if (!order) throw await refusal();
    const revision = await insertRevision(tx, {
      id: newId(),
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
    const owner = await findOwner(tx);
    if (!owner) return;
    const name = `#${shortId(order.id)}`;
    await notify(tx, deps, {
      to: owner,
      type: 'revision',
      live: 'update_revision_status',
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

    async function refusal(): Promise<UserError> {
      const found = await findOrderOf(tx, buyer.id, wanted.orderId);
      if (!found) return new UserError(404, UNKNOWN_ORDER);
      const reason = whyNoRevision({
        orderStatus: found.status,
        paidAmount: found.paid - found.refunded,
        usedRevisions: found.used_revisions,
        maxRevisions: found.max_revisions,
      });
      return new UserError(409, reason ?? NO_REVISIONS_LEFT);
    }
  });
  deps.live.wake();
  deps.outbox.wake();
}
