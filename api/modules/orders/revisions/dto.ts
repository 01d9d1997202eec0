import type { Order, Revision, User } from '../../../../db/schema.ts';
import type { OrderItemDto } from '../dto.ts';
import type { RevisionStatus } from './rules.ts';

export interface RevisionDto {
  _id: string;
  orderId: { _id: string; OrderItems: OrderItemDto[] };
  buyerId: { _id: string; email: string };
  revisionDescription: string;
  requestedAt: string;
  completedAt: string | null;
  status: RevisionStatus;
  /** How many were left after this one. */
  revisionsLeft: number;
}

export const toRevisionDto = (
  row: Revision,
  order: Order,
  buyer: Pick<User, 'id' | 'email'>,
): RevisionDto => ({
  _id: row.id,
  orderId: { _id: order.id, OrderItems: JSON.parse(order.items) as OrderItemDto[] },
  buyerId: { _id: buyer.id, email: buyer.email },
  revisionDescription: row.description,
  requestedAt: row.requested_at,
  completedAt: row.completed_at,
  status: row.status,
  revisionsLeft: order.max_revisions - row.number,
});
