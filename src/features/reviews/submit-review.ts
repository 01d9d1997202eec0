import { api, read } from '../../lib/api.ts';

interface ReviewInput {
  gigId: string;
  orderId?: string | undefined;
  rating: number;
  comment: string;
}

/** Returns the server's message; throws an `ApiError` when the review is refused. */
export async function submitReview({ orderId, ...review }: ReviewInput): Promise<string> {
  const json = { ...review, ...(orderId ? { orderId } : {}) };
  const { message } = await read(api.gig.review.$post({ json }));
  return message;
}
