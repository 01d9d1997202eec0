import { useState } from 'react';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { adminApi, runAdminAction } from '../../admin/requests.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { List, ListRow, type RowSelection } from '../../components/List.tsx';
import { Stars } from '../../components/Stars.tsx';
import { readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';

interface Props {
  review: AdminReviewDto;
  onChanged: () => Promise<void>;
  /** Opens with the field for a reply. */
  isReplying?: boolean;
  selection?: RowSelection | undefined;
}

/** One review alone. */
export const OwnerReviewRow = (props: Props) => (
  <List isPlain label="Review">
    <OwnerReviewListRow {...props} />
  </List>
);

/** A review with the owner's actions: reply, hide, show again. */
export function OwnerReviewListRow({ review, onChanged, isReplying = false, selection }: Props) {
  const [action, setAction] = useState<'reply' | 'hide' | null>(isReplying ? 'reply' : null);
  const [text, setText] = useState('');
  const { _id: id, hiddenBecause } = review;
  const run = async (request: () => Promise<{ message: string }>) => {
    const done = await runAdminAction(request);
    if (done) await onChanged();
    return done;
  };
  const begin = (next: 'reply' | 'hide', initialText: string) => {
    setAction(next);
    setText(initialText);
  };
  const send = async () => {
    const done = await run(() =>
      action === 'reply'
        ? readJson(routes.reply.$put({ param: { id }, json: { reply: text } }))
        : hideReview(id, text),
    );
    if (done) setAction(null);
  };
  return (
    <ListRow
      title={review.name}
      selection={selection}
      aside={
        <span className="row">
          <Stars rating={review.rating} /> <span aria-hidden="true">{review.rating}</span>
        </span>
      }
      text={
        <>
          <span className="text-13">
            {review.gig}, {timeAgo(review.createdAt)}
            {review.edited && ', edited'}
          </span>
          {hiddenBecause && <span className="badge badge--red">Hidden: {hiddenBecause}</span>}
          <p dir="auto">{review.comment}</p>
          {review.reply && <p className="muted">You: {review.reply}</p>}
          {action && (
            <TextArea
              label={action === 'reply' ? 'Your reply, under the review' : WHY_HIDDEN}
              ref={focusFirstField}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </>
      }
    >
      {action ? (
        <>
          <Button
            variant="solid"
            small
            disabled={action === 'hide' && !text.trim()}
            onClick={() => void send()}
          >
            {action === 'reply' ? 'Reply' : 'Hide'}
          </Button>
          <Button small onClick={() => setAction(null)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Button
            small
            aria-label={`Reply to ${review.name}`}
            onClick={() => begin('reply', review.reply ?? '')}
          >
            {review.reply ? 'Edit the reply' : 'Reply…'}
          </Button>
          {hiddenBecause ? (
            <Button small onClick={() => void run(() => showReview(id))}>
              Show again
            </Button>
          ) : (
            <Button
              small
              aria-label={`Hide the review of ${review.name}`}
              onClick={() => begin('hide', '')}
            >
              Hide…
            </Button>
          )}
        </>
      )}
    </ListRow>
  );
}

export const WHY_HIDDEN = 'Why it is hidden; its writer reads this';

const routes = adminApi.reviews[':id'];
export const hideReview = (id: string, reason: string) =>
  readJson(routes.hidden.$put({ param: { id }, json: { reason } }));
export const showReview = (id: string) => readJson(routes.hidden.$delete({ param: { id } }));
