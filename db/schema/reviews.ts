import type { Flag, Instant, Paise } from './columns.ts';

export interface Review {
  id: string;
  gig_id: string;
  user_id: string;
  /** The order of the review; null for seed data. */
  order_id: string | null;
  /** The rating in half stars: 1 to 10. */
  half_stars: number;
  comment: string;
  plan_type: string;
  price: Paise;
  delivery_days: number;
  edited: Flag;
  created_at: Instant;
  updated_at: Instant;
  /** The owner's reply. */
  reply: string | null;
  replied_at: Instant | null;
}

/** A review hidden from visitors, with the reason. */
export interface HiddenReview {
  review_id: string;
  reason: string;
  hidden_at: Instant;
}

export interface ReviewsTables {
  reviews: Review;
  hidden_reviews: HiddenReview;
}
