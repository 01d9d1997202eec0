import type { WireReview } from '../../../api/reviews/present.ts';
import { toast } from '../../ui/toast.ts';
import { FETCH_FAILED, fill } from '../reviews/fill.ts';
import { topReviews } from './top-reviews.ts';

const list = document.querySelector<HTMLElement>('[data-top-reviews]');

async function refresh(cards: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/gig/reviews');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const answer = (await response.json()) as { success: boolean; reviews: WireReview[] };
  const [pattern] = cards.children;
  if (!answer.success || !pattern) return;
  const top = topReviews(answer.reviews);
  for (const [at, review] of top.entries()) {
    const card = cards.children[at] ?? cards.appendChild(pattern.cloneNode(true));
    if (card instanceof HTMLElement) fill(card, review);
  }
}

if (list) {
  const near = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      near.disconnect();
      refresh(list).catch((error) => {
        console.warn(FETCH_FAILED, error);
        void toast('error', FETCH_FAILED);
      });
    },
    { rootMargin: '25%' },
  );
  near.observe(list);
}
