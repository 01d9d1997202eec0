import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  isValidRating,
  MAX_REVIEW_LENGTH,
  RATING_NEEDED,
  REVIEW_FAILED,
} from '../../../api/modules/reviews/texts.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { toast } from '../../components/toast.ts';
import { api, readJson, serverMessage } from '../../lib/api.ts';
import { formDraft, saveFormDraft } from '../../lib/form-drafts.ts';
import { StarInput } from './StarInput.tsx';

interface Props {
  gigId: string;
  placeholder?: string;
  /** The reviewed order; by default the newest one of this gig. */
  orderId?: string;
  onWritten?: () => void;
  /** The form is on the page itself, so there is no dialog to cancel. */
  inPlace?: boolean;
}

const PLACEHOLDER = 'What went well, what could be better?';

/** Closes and clears after submission; a refused review stays to be edited. */
export function ReviewForm({
  gigId,
  orderId,
  placeholder = PLACEHOLDER,
  onWritten,
  inPlace,
}: Props) {
  const [rating, setRating] = useState('');
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const draftKey = `review:${orderId ?? gigId}`;
  // The form may have been filled in before hydration, or before the session ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays when another gig is chosen.
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined);
    const draft = formDraft(draftKey);
    setRating(String(typed.get('rating') || (draft['rating'] ?? '')));
    setComment(String(typed.get('comment') || (draft['comment'] ?? '')));
  }, []);
  const change = (fields: { rating: string; comment: string }) => {
    if (fields.rating !== rating) setWrong(false);
    setRating(fields.rating);
    setComment(fields.comment);
    saveFormDraft(draftKey, fields);
  };
  const empty = rating.trim() === '' || comment.trim() === '';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || empty) return;
    if (!isValidRating(Number(rating))) {
      setWrong(true);
      return event.currentTarget.querySelector<HTMLElement>('[name="rating"]')?.focus();
    }
    const dialog = event.currentTarget.closest('dialog');
    setBusy(true);
    try {
      const json = { gigId, rating: Number(rating), comment, ...(orderId ? { orderId } : {}) };
      const { message } = await readJson(api.gig.review.$post({ json }));
      void toast('success', message);
      dispatchEvent(new Event('reviewed'));
      setRating('');
      setComment('');
      saveFormDraft(draftKey, undefined);
      dialog?.close();
      onWritten?.();
    } catch (error) {
      void toast('error', serverMessage(error, REVIEW_FAILED));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="stack stack--large" method="post" onSubmit={submit} ref={form}>
      <StarInput
        rating={rating}
        error={isWrong ? RATING_NEEDED : undefined}
        onRating={(next) => change({ rating: next, comment })}
      />
      <TextArea
        label="Your review"
        name="comment"
        value={comment}
        maxLength={MAX_REVIEW_LENGTH}
        placeholder={placeholder}
        onChange={(event) => change({ rating, comment: event.target.value })}
      />
      <div className="row">
        <Button variant="solid" type="submit" disabled={busy || empty}>
          {busy ? 'Submitting...' : 'Submit Review'}
        </Button>
        {!inPlace && (
          <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
