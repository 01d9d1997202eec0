import './reviews.css';
import { Star } from 'lucide-react';
import { useState } from 'react';
import type { AdminReviewDto } from '../../../api/modules/reviews/admin-queries.ts';
import { focusFirst } from '../../components/focus-first-field.ts';
import { api, read } from '../../lib/api.ts';
import { ago } from '../../lib/format.ts';
import { attempt } from '../loaded.ts';

interface Props {
  review: AdminReviewDto;
  /** Something has been done to it. */
  changed: () => Promise<void>;
}

/** A review with what the owner can do about it. */
export function ReviewRow({ review, changed }: Props) {
  const [doing, setDoing] = useState<'reply' | 'hide' | null>(null);
  const [text, setText] = useState('');
  const { _id: id, hiddenBecause } = review;
  const param = { id };
  const calls = api.desk.reviews[':id'];
  const act = async (call: () => Promise<{ message: string }>) => {
    const done = await attempt(call);
    if (done) await changed();
    return done;
  };
  const begin = (what: 'reply' | 'hide', given: string) => {
    setDoing(what);
    setText(given);
  };
  const send = async () => {
    const done = await act(() =>
      doing === 'reply'
        ? read(calls.reply.$put({ param, json: { reply: text } }))
        : read(calls.hidden.$put({ param, json: { reason: text } })),
    );
    if (done) setDoing(null);
  };
  return (
    <article className="verdict">
      <div className="verdict__who">
        <strong>{review.name}</strong>
        <span className="verdict__stars">
          <Star aria-hidden="true" /> {review.rating}
          <span className="visually-hidden"> of 5 stars</span>
        </span>
        <span className="fine">
          {review.gig}, {ago(review.createdAt)}
          {review.edited && ', edited'}
        </span>
      </div>
      <div className="verdict__words" data-hidden={hiddenBecause ? true : undefined}>
        {hiddenBecause && <span className="badge badge--red">Hidden: {hiddenBecause}</span>}
        <p>{review.comment}</p>
        {review.reply && <p className="verdict__reply">You: {review.reply}</p>}
      </div>
      {doing && (
        <div className="field verdict__field">
          <label htmlFor={id}>
            {doing === 'reply'
              ? 'Your reply, under the review'
              : 'Why it is hidden; its writer reads this'}
          </label>
          <textarea
            id={id}
            ref={focusFirst}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      <p className="row verdict__acts">
        {doing ? (
          <>
            <button
              className="button button--small button--solid"
              type="button"
              disabled={doing === 'hide' && !text.trim()}
              onClick={() => void send()}
            >
              {doing === 'reply' ? 'Reply' : 'Hide'}
            </button>
            <button className="button button--small" type="button" onClick={() => setDoing(null)}>
              Cancel
            </button>
          </>
        ) : (
          <>
            <button
              className="button button--small"
              type="button"
              aria-label={`Reply to ${review.name}`}
              onClick={() => begin('reply', review.reply ?? '')}
            >
              {review.reply ? 'Edit the reply' : 'Reply…'}
            </button>
            {hiddenBecause ? (
              <button
                className="button button--small"
                type="button"
                onClick={() => void act(() => read(calls.hidden.$delete({ param })))}
              >
                Show again
              </button>
            ) : (
              <button
                className="button button--small"
                type="button"
                aria-label={`Hide the review of ${review.name}`}
                onClick={() => begin('hide', '')}
              >
                Hide…
              </button>
            )}
          </>
        )}
      </p>
    </article>
  );
}
