import { useStore } from '@nanostores/react';
import { Star } from 'lucide-react';
import type { DeskReview } from '../../../api/reviews/desk-queries.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useLive } from '../live.ts';
import { load } from '../loaded.ts';
import { Screen, Shown } from '../Screen.tsx';
import { ReviewLine } from './ReviewLine.tsx';

const $reviews = loaded<DeskReview[]>();
const loadReviews = () => load($reviews, async () => (await read(api.desk.reviews.$get())).reviews);

export function Reviews() {
  const reviews = useStore($reviews);
  useLive(loadReviews);
  return (
    <Screen title="Reviews" note="Those without a reply first.">
      <Shown from={reviews} retry={() => void loadReviews()}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={Star} title="No reviews yet">
              <p>Buyers are asked for one when they accept a delivery.</p>
            </Empty>
          ) : (
            <ul className="sheet verdicts">
              {list.map((review) => (
                <li key={review._id}>
                  <ReviewLine review={review} changed={loadReviews} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Screen>
  );
}
