import { api, read } from '../../lib/api.ts';

interface Written {
  gigId: string;
  rating: number;
  comment: string;
}

interface Answer {
  ok: boolean;
  status: number;
  json(): Promise<{ success: true; message: string }>;
}

type Post = (call: { json: Written }) => Promise<Answer>;

/** The server's words on success; a Refusal otherwise. */
export async function submitReview(review: Written): Promise<string> {
  const gig = api.gig as unknown as { review: { $post: Post } };
  const { message } = await read(gig.review.$post({ json: review }));
  return message;
}
