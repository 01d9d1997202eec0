import type { Order, Revision, User } from '../../../../db/schema.ts';
import type { OrderItemDto } from '../dto.ts';

export const toRevisionDto = (row: Revision, order: Order, buyer: Pick<User, 'id' | 'email'>) => ({
  _id: row.id,
  orderId: { _id: order.id, OrderItems: JSON.parse(order.items) as OrderItemDto[] },
  buyerId: { _id: buyer.id, email: buyer.email },
  revisionDescription: row.description,
  requestedAt: row.requested_at,
  completedAt: row.completed_at,
  status: row.status,
  /** The number of the change that the request became; null for a revision, which counts. */
  change: row.number < 0 ? -row.number : null,
  /** The number of revisions left after this one. */
  revisionsLeft: order.max_revisions - Math.max(row.number, 0),
});

export type RevisionDto = ReturnType<typeof toRevisionDto>;
