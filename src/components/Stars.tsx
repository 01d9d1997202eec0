import './stars.css';

interface Props {
  rating: number;
  /** The accessible name; by default the rating in words. */
  label?: string;
}

const STAR = 'l2.55 5.2 5.7.8-4.1 4.05.95 5.7-5.1-2.7-5.1 2.7.95-5.7-4.1-4.05 5.7-.8z';
const FIVE_STARS = `M10 1.7${STAR}${`m20 0${STAR}`.repeat(4)}`;

/** A rating, drawn as five stars. */
export function Stars({ rating, label = `${rating} out of 5 stars` }: Props) {
  const width = Math.round(rating * 10) * 2;
  return (
    <svg className="stars" viewBox="0 0 100 20" role="img" aria-label={label}>
      <path d={FIVE_STARS} className="stars__empty" />
      <svg width={width} height="20" viewBox={`0 0 ${width} 20`} aria-hidden="true">
        <path d={FIVE_STARS} className="stars__filled" />
      </svg>
    </svg>
  );
}
