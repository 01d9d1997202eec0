import { type ChangeEvent, type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import { StarInput } from './StarInput.tsx';
import { submitReview } from './submit-review.ts';

interface Props {
  gigId: string;
  placeholder?: string;
}

const PLACEHOLDER = 'What went well, what could be better?';

export function ReviewForm({ gigId, placeholder = PLACEHOLDER }: Props) {
  const [rating, setRating] = useState('');
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const empty = rating.trim() === '' || comment.trim() === '';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || empty) return;
    const dialog = event.currentTarget.closest('dialog');
    setBusy(true);
    try {
      void toast('success', await submitReview({ gigId, rating: Number(rating), comment }));
      dispatchEvent(new Event('reviewed'));
    } catch (error) {
      void toast('error', messageOf(error));
    } finally {
      setBusy(false);
      setRating('');
      setComment('');
      dialog?.close();
    }
  };

  return (
    <form className="review-form" method="post" onSubmit={submit}>
      <StarInput rating={rating} onRating={setRating} />
      <div className="field">
        <label htmlFor="review-comment">Your review</label>
        <textarea
          id="review-comment"
          value={comment}
          placeholder={placeholder}
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) => setComment(event.target.value)}
        />
      </div>
      <div className="review-form__acts">
        <button
          className="button"
          type="button"
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
        >
          Cancel
        </button>
        <button className="button button--solid" type="submit" disabled={busy || empty}>
          {busy ? 'Submitting...' : 'Submit Review'}
        </button>
      </div>
    </form>
  );
}
