import { api, read } from '../../lib/api.ts';

interface Written {
  gigId: string;
  orderId?: string | undefined;
  rating: number;
  comment: string;
}

/** The server's words on success; a Refusal otherwise. */
export async function submitReview({ orderId, ...review }: Written): Promise<string> {
  const json = { ...review, ...(orderId ? { orderId } : {}) };
  const { message } = await read(api.gig.review.$post({ json }));
  return message;
}
