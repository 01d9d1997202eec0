import { useStore } from '@nanostores/react';
import { Star } from 'lucide-react';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { Empty } from '../../components/Empty.tsx';
import { LoadedContent } from '../../features/request-feedback/LoadedContent.tsx';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { useLiveUpdates } from '../live-updates.ts';
import { adminApi, fetchLatestInto } from '../requests.ts';
import { ScreenLayout } from '../ScreenLayout.tsx';
import { ReviewRow } from './ReviewRow.tsx';

const $reviews = loaded<AdminReviewDto[]>();
const loadReviews = () =>
  fetchLatestInto($reviews, async () => (await read(adminApi.reviews.$get())).reviews);

export function Reviews() {
  const reviews = useStore($reviews);
  useLiveUpdates(loadReviews);
  return (
    <ScreenLayout title="Reviews" note="Those without a reply first.">
      <LoadedContent loaded={reviews} retry={loadReviews}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={Star} title="No reviews yet">
              <p>Buyers are asked for one when they accept a delivery.</p>
            </Empty>
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
