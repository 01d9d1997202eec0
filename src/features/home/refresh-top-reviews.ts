import type { ReviewDto } from '../../../api/modules/reviews/dto.ts';
import { topReviews } from '../../../api/modules/reviews/top-reviews-rules.ts';
import { toast } from '../../components/toast.ts';
import { setChildren } from '../../lib/dom-patch.ts';
import { FETCH_FAILED, patchReview } from '../reviews/patch-review.ts';

const list = document.querySelector<HTMLElement>('[data-top-reviews]');

async function refresh(cards: HTMLElement): Promise<void> {
  const response = await fetch('/api/v1/gig/reviews');
  if (!response.ok) throw new Error(FETCH_FAILED);
  const answer = (await response.json()) as { success: boolean; reviews: ReviewDto[] };
  const known = [...cards.querySelectorAll<HTMLElement>('[data-review]')];
  if (!answer.success) return;
  const updated = topReviews(answer.reviews).flatMap((review) => {
    const existing = known.find((card) => card.dataset['review'] === review._id);
    const card = existing ?? known[0]?.cloneNode(true);
    if (!(card instanceof HTMLElement)) return [];
    return { card, review };
  });
  for (const { card, review } of updated) patchReview(card, review);
  if (updated.length > 0) {
    setChildren(
      cards,
      updated.map(({ card }) => card),
    );
  }
}

if (list) {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      refresh(list).catch((error) => {
        console.warn(FETCH_FAILED, error);
        void toast('error', FETCH_FAILED);
      });
    },
    { rootMargin: '25%' },
  );
  observer.observe(list);
}
