import '../orders/orders.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { api, read } from '../../lib/api.ts';
import { ago } from '../../lib/format.ts';
import { attempt, load, loaded } from '../loaded.ts';
import { Screen, Shown } from '../Screen.tsx';

const ask = () => read(api.desk.reviews.$get());
type Review = Awaited<ReturnType<typeof ask>>['reviews'][number];
const $reviews = loaded<Review[]>();
const loadReviews = () => load($reviews, async () => (await ask()).reviews);

async function act(call: () => Promise<{ message: string }>): Promise<boolean> {
  const done = await attempt(call);
  if (done) await loadReviews();
  return done;
}

export function Reviews() {
  const reviews = useStore($reviews);
  useEffect(() => void loadReviews(), []);
  return (
    <Screen title="Reviews" note="Those without a reply first.">
      <Shown from={reviews} retry={() => void loadReviews()}>
        {(list) => (
          <ul className="sheet queue">
            {list.map((review) => (
              <One key={review._id} review={review} />
            ))}
          </ul>
        )}
      </Shown>
    </Screen>
  );
}

function One({ review }: { review: Review }) {
  const [doing, setDoing] = useState<'reply' | 'hide' | null>(null);
  const [text, setText] = useState('');
  const { _id: id, hiddenBecause } = review;
  const param = { id };
  const calls = api.desk.reviews[':id'];
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
    <li className="stack review-line">
      <p className="row">
        <strong>{review.rating} / 5</strong>
        <span>{review.name}</span>
        <span className="fine">
          {review.gig}, {ago(review.createdAt)}
          {review.edited && ', edited'}
        </span>
        {hiddenBecause && <span className="badge badge--red">Hidden: {hiddenBecause}</span>}
      </p>
      <p className="wrapped">{review.comment}</p>
      {review.reply && <p className="wrapped muted">You: {review.reply}</p>}
      {doing && (
        <div className="field">
          <label htmlFor={id}>
            {doing === 'reply'
              ? 'Your reply, under the review'
              : 'Why it is hidden; its writer reads this'}
          </label>
          <textarea id={id} value={text} onChange={(event) => setText(event.target.value)} />
        </div>
      )}
      <p className="row">
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
    </li>
  );
}
