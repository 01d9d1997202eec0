import type { Db } from '../../../db/database.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import { type Currency, toRupees } from '../../platform/money/rules.ts';
import { listReviewRows } from './queries.ts';

/** The public fields of a review. */
export interface ReviewDto {
  _id: string;
  gigId: string;
  rating: number;
  comment: string;
  createdAt: string;
  edited: boolean;
  avatar?: string;
  user: { name: string };
  planType: string;
  price: number;
  /** Of the price; absent for rupees. */
  currency?: Currency;
  deliveryDays: number;
  /** Whether its writer bought here. */
  verified?: true;
  reply?: { text: string; createdAt: string };
}

export async function toReviewDtos(db: Db, gigId?: string): Promise<ReviewDto[]> {
  const rows = await listReviewRows(db, gigId);
  return rows.map((row) => ({
    _id: row.id,
    gigId: row.gig_id,
    rating: row.half_stars / 2,
    comment: row.comment,
    createdAt: row.created_at,
    edited: row.edited === 1,
    ...(row.avatar_hash ? { avatar: mediaUrl(row.avatar_hash, 'image/webp') } : {}),
    user: { name: row.name },
    planType: row.plan_type,
    price: toRupees(row.price),
    ...(row.currency && row.currency !== 'INR' ? { currency: row.currency as Currency } : {}),
    deliveryDays: row.delivery_days,
    ...(row.order_id ? { verified: true as const } : {}),
    ...(row.reply
      ? { reply: { text: row.reply, createdAt: row.replied_at ?? row.created_at } }
      : {}),
  }));
}
