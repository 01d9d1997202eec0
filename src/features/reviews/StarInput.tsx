import { Star } from 'lucide-react';
import { useId } from 'react';

interface Props {
  rating: string;
  error: string | undefined;
  onRating: (rating: string) => void;
}

const STARS = [1, 2, 3, 4, 5];
const filled = (rating: number, star: number) =>
  rating >= star ? 'full' : rating >= star - 0.5 ? 'half' : 'none';

/** A rating in half steps: a range input drawn as stars, or typed as a number. */
export function StarInput({ rating, error, onRating }: Props) {
  const errorId = useId();
  const value = Number(rating) || 0;
  return (
    <fieldset className="row star-input">
      <legend>Your rating</legend>
      <div className="star-input__stars">
        {STARS.map((star) => (
          <span key={star} data-filled={filled(value, star)} aria-hidden="true">
            <Star />
            <Star />
          </span>
        ))}
        <input
          type="range"
          min="0"
          max="5"
          step="0.5"
          value={value}
          aria-label="Rating in stars"
          aria-valuetext={`${value} of 5 stars`}
          onChange={(event) => onRating(event.target.value)}
        />
      </div>
      <div className="field">
        <input
          type="text"
          inputMode="decimal"
          name="rating"
          aria-invalid={!!error}
          aria-describedby={error && errorId}
          aria-label="Rating as a number, 0 to 5"
          placeholder="0 to 5"
          value={rating}
          onChange={(event) => onRating(event.target.value)}
        />
      </div>
      <p className="field__error" id={errorId}>
        {error}
      </p>
    </fieldset>
  );
}
