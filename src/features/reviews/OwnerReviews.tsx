import { useStore } from '@nanostores/react';
import { Star } from 'lucide-react';
import { useState } from 'react';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { useLiveUpdates } from '../../admin/live-updates.ts';
import { adminApi, remote, runAdminAction } from '../../admin/requests.ts';
import { ScreenLayout } from '../../admin/ScreenLayout.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { TextArea } from '../../components/Field.tsx';
import { List } from '../../components/List.tsx';
import { readJson } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { FilteredList } from '../lists/FilteredList.tsx';
import { localList } from '../lists/filtered-list.ts';
import { hideReview, OwnerReviewListRow, showReview, WHY_HIDDEN } from './OwnerReviewRow.tsx';

const $reviews = remote(async () => (await readJson(adminApi.reviews.$get())).reviews);

const SHOWN = { '': 'All', unanswered: 'Without a reply', hidden: 'Hidden' };
type Shown = keyof typeof SHOWN;

const reviewList = localList(
  { find: '', show: '' as Shown },
  $reviews,
  $reviews.load,
  (all, filter) => all.filter((review) => isFound(review, filter)),
);

function isFound(review: AdminReviewDto, { find, show }: { find: string; show: Shown }): boolean {
  const { name, gig, comment, reply, hiddenBecause } = review;
  if (show === 'unanswered' && (reply !== null || hiddenBecause !== null)) return false;
  if (show === 'hidden' && hiddenBecause === null) return false;
  return `${name}\n${gig}\n${comment}`.toLowerCase().includes(find.trim().toLowerCase());
}

/** Hides or shows several reviews; those that already are need nothing. */
async function forEach(
  ids: string[],
  word: 'hidden' | 'shown',
  act: (id: string) => Promise<unknown>,
): Promise<void> {
  const reviews = $reviews.get();
  const all = reviews.state === 'loaded' ? reviews.value : [];
  const changed = all.filter(
    ({ _id, hiddenBecause }) =>
      ids.includes(_id) && (hiddenBecause === null) === (word === 'hidden'),
  );
  await runAdminAction(async () => {
    for (const { _id } of changed) await act(_id);
    return { message: `${pluralize(changed.length, 'review')} ${word}.` };
  });
  await $reviews.load();
}

export function OwnerReviews() {
  const reviews = useStore($reviews);
  const [toHide, setToHide] = useState<string[]>([]);
  useLiveUpdates($reviews.load);
  const hasReviews = reviews.state === 'loaded' && reviews.value.length > 0;
  return (
    <ScreenLayout title="Reviews" note={hasReviews && 'Those without a reply first.'}>
      <FilteredList
        list={reviewList}
        choices={{
          label: 'Which reviews',
          filter: 'show',
          values: Object.keys(SHOWN) as Shown[],
          nameOf: (show) => SHOWN[show],
        }}
        search={['Find a review', 'Name, gig, words …']}
        count={({ rows }) => rows.length}
        empty={['No reviews yet', 'Buyers are asked for one when they accept a delivery.', Star]}
        shown={({ rows, count }) =>
          rows.length < count
            ? `${rows.length} of ${pluralize(count, 'review')}`
            : pluralize(count, 'review')
        }
        several={{
          ids: ({ rows }) => rows.map(({ _id }) => _id),
          actions: [
            ['Hide…', setToHide],
            ['Show again', (ids) => forEach(ids, 'shown', showReview)],
          ],
        }}
      >
        {({ rows }, selectionOf) => (
          <List label="Reviews">
            {rows.map((review) => (
              <OwnerReviewListRow
                key={review._id}
                review={review}
                onChanged={$reviews.load}
                selection={selectionOf(review._id)}
              />
            ))}
          </List>
        )}
      </FilteredList>
      {toHide.length > 0 && <HideSeveral ids={toHide} close={() => setToHide([])} />}
    </ScreenLayout>
  );
}

function HideSeveral({ ids, close }: { ids: string[]; close: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmModal
      title={`Hide ${pluralize(ids.length, 'review')}?`}
      confirmLabel="Hide"
      cancelLabel="Keep"
      isReady={reason.trim() !== ''}
      onConfirm={() => void forEach(ids, 'hidden', (id) => hideReview(id, reason))}
      onClose={close}
    >
      <TextArea
        label={WHY_HIDDEN}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmModal>
  );
}
