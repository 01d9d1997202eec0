import type { Revision, User } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { emit } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { revisionRequested } from '../events.ts';
import { findOrderOf, lockOrder } from '../queries.ts';
import { balanceOf, shownStatus } from '../rules.ts';
import { UNKNOWN_ORDER } from '../texts.ts';
import { claimRevision, findRevision, insertRevision, nextRevisionNumber } from './queries.ts';
import { reasonNoRevision } from './rules.ts';
import type { RevisionInput } from './schema.ts';
import { NO_REVISIONS_LEFT, REQUEST_USED } from './texts.ts';

/**
 * Uses up a revision and stores the request with its effects, in one transaction. Idempotent by `requestId`.
 */
export async function requestRevision(services: Services, buyer: User, input: RevisionInput) {
  const id = input.requestId ?? newId();
  await transaction(services, async (tx) => {
    await lockOrder(tx, input.orderId);
    const known = await findRevision(tx, id);
    if (known) return repeated(known);
    const now = iso(services.clock());
    const order = await claimRevision(tx, buyer.id, input.orderId, now);
    if (!order) throw await rejection();
    const revision = await insertRevision(tx, {
      id,
      order_id: order.id,
      number: await nextRevisionNumber(tx, order),
      description: input.revisionDescription,
      status: 'Pending',
      requested_at: now,
    });
    await emit(tx, services, revisionRequested, { order, revision, buyer, at: now });

    async function repeated({ order_id, description }: Revision): Promise<void> {
      if (!(await findOrderOf(tx, buyer.id, input.orderId))) {
        throw new ApiError(404, UNKNOWN_ORDER);
      }
      const same = order_id === input.orderId && description === input.revisionDescription;
      if (!same) throw new ApiError(409, REQUEST_USED);
    }

    async function rejection(): Promise<ApiError> {
      const found = await findOrderOf(tx, buyer.id, input.orderId);
      if (!found) return new ApiError(404, UNKNOWN_ORDER);
      const reason = reasonNoRevision({
        orderStatus: shownStatus(found),
        paidAmount: balanceOf(found),
        usedRevisions: found.used_revisions,
        maxRevisions: found.max_revisions,
      });
      return new ApiError(409, reason ?? NO_REVISIONS_LEFT);
    }
  });
}
