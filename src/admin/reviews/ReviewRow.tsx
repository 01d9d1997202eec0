import './reviews.css';
import { useState } from 'react';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { Stars } from '../../components/Stars.tsx';
import { readJson } from '../../lib/api.ts';
import { timeAgo } from '../../lib/format.ts';
import { adminApi, runAdminAction } from '../requests.ts';

interface Props {
  review: AdminReviewDto;
  onChanged: () => Promise<void>;
  /** Opens with the field for a reply. */
  isReplying?: boolean;
}

/** A review with the owner's actions: reply, hide, show again. */
export function ReviewRow({ review, onChanged, isReplying = false }: Props) {
  const [action, setAction] = useState<'reply' | 'hide' | null>(isReplying ? 'reply' : null);
  const [text, setText] = useState('');
  const { _id: id, hiddenBecause } = review;
  const param = { id };
  const routes = adminApi.reviews[':id'];
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
        ? readJson(routes.reply.$put({ param, json: { reply: text } }))
        : readJson(routes.hidden.$put({ param, json: { reason: text } })),
    );
    if (done) setAction(null);
  };
  return (
    <article className="review-row">
      <div className="review-row__author">
        <strong>{review.name}</strong>
        <span className="review-row__stars">
          <Stars rating={review.rating} /> <span aria-hidden="true">{review.rating}</span>
        </span>
        <span className="text-13">
          {review.gig}, {timeAgo(review.createdAt)}
          {review.edited && ', edited'}
        </span>
      </div>
      <div className="review-row__text" data-hidden={hiddenBecause ? true : undefined}>
        {hiddenBecause && <span className="badge badge--red">Hidden: {hiddenBecause}</span>}
        <p dir="auto">{review.comment}</p>
        {review.reply && <p className="review-row__reply">You: {review.reply}</p>}
      </div>
      {action && (
        <TextArea
          label={
            action === 'reply'
              ? 'Your reply, under the review'
              : 'Why it is hidden; its writer reads this'
          }
          ref={focusFirstField}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <p className="row review-row__actions">
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
              <Button
                small
                onClick={() => void run(() => readJson(routes.hidden.$delete({ param })))}
              >
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
      </p>
    </article>
  );
}
