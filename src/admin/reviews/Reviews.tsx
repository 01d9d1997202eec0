import { useStore } from '@nanostores/react';
import { Star } from 'lucide-react';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { adminApi, fetchLatestInto } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { ReviewRow } from './ReviewRow.tsx';

const $reviews = asyncStore<AdminReviewDto[]>();
const loadReviews = () =>
  fetchLatestInto($reviews, async () => (await readJson(adminApi.reviews.$get())).reviews);

export function Reviews() {
  const reviews = useStore($reviews);
  useLiveUpdates(loadReviews);
  return (
    <ScreenLayout title="Reviews" note="Those without a reply first.">
      <LoadedContent loaded={reviews} retry={loadReviews}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={Star} title="No reviews yet">
              <p>Buyers are asked for one when they accept a delivery.</p>
            </EmptyState>
          ) : (
            <ul className="card review-rows divided">
              {list.map((review) => (
                <li key={review._id}>
                  <ReviewRow review={review} onChanged={loadReviews} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </ScreenLayout>
  );
}
