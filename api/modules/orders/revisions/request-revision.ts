import type { Revision, User } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { emitOrderChanged } from '../../../platform/realtime/realtime.ts';
import type { Services } from '../../../platform/services.ts';
import { findOwner } from '../../accounts/queries.ts';
import { createNotification } from '../../notifications/notify.ts';
import { findOrderOf } from '../queries.ts';
import { shortId, shownStatus, UNKNOWN_ORDER } from '../rules.ts';
import { addOrderEvent } from '../timeline.ts';
import { claimRevision, findRevision, insertRevision } from './queries.ts';
import { NO_REVISIONS_LEFT, REQUEST_USED, reasonNoRevision } from './rules.ts';
import type { Wanted } from './schema.ts';

/** Uses a revision up and stores its request, with news for the owner, all or nothing; once per request. */
export async function requestRevision(
  services: Services,
  buyer: User,
  wanted: Wanted,
): Promise<void> {
  const id = wanted.requestId ?? newId();
  await transaction(services, async (tx) => {
    const known = await findRevision(tx, id);
    if (known) return repeated(known);
    const now = iso(services.clock());
    const order = await claimRevision(tx, buyer.id, wanted.orderId, now);
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
    await addOrderEvent(tx, order.id, {
      key: `revision:${revision.id}`,
      kind: 'revision requested',
      data: { number: revision.number, of: order.max_revisions },
      at: now,
    });
    emitOrderChanged(tx, services.realtime, order);
    const owner = await findOwner(tx);
    if (!owner) return;
    const name = `#${shortId(order.id)}`;
    await createNotification(tx, services, {
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
        throw new ApiError(404, UNKNOWN_ORDER);
      }
      const same = order_id === wanted.orderId && description === wanted.revisionDescription;
      if (!same) throw new ApiError(409, REQUEST_USED);
    }

    async function refusal(): Promise<ApiError> {
      const found = await findOrderOf(tx, buyer.id, wanted.orderId);
      if (!found) return new ApiError(404, UNKNOWN_ORDER);
      const reason = reasonNoRevision({
        orderStatus: shownStatus(found),
        paidAmount: found.paid,
        usedRevisions: found.used_revisions,
        maxRevisions: found.max_revisions,
      });
      return new ApiError(409, reason ?? NO_REVISIONS_LEFT);
    }
  });
}
