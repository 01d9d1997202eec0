import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { toast } from '../../components/toast.ts';
import { arrange } from '../../lib/dom-patch.ts';
import { FETCH_FAILED, fill } from '../reviews/fill.ts';
import { topReviews } from './top-reviews.ts';

const list = document.querySelector<HTMLElement>('[data-top-reviews]');

async function refresh(cards: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/gig/reviews');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const answer = (await response.json()) as { success: boolean; reviews: ReviewDto[] };
  const known = [...cards.querySelectorAll<HTMLElement>('[data-review]')];
  if (!answer.success) return;
  const fresh = topReviews(answer.reviews).flatMap((review) => {
    const own = known.find((card) => card.dataset['review'] === review._id);
    const card = own ?? known[0]?.cloneNode(true);
    if (!(card instanceof HTMLElement)) return [];
    return { card, review };
  });
  for (const { card, review } of fresh) fill(card, review);
  if (fresh.length > 0) {
    arrange(
      cards,
      fresh.map(({ card }) => card),
    );
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
