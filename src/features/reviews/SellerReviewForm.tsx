import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { ReviewForm } from './ReviewForm.tsx';

interface Props {
  gigs: { id: string; title: string }[];
}

/** The seller page has no gig, so the buyer selects which one the review is about. */
export function SellerReviewForm({ gigs }: Props) {
  const [gigId, setGigId] = useState(gigs[0]?.id ?? '');
  return (
    <div className="review-form">
      <div className="field">
        <label htmlFor="review-gig">Service</label>
        <span className="field__choice">
          <select id="review-gig" value={gigId} onChange={(event) => setGigId(event.target.value)}>
            {gigs.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </span>
      </div>
      <ReviewForm gigId={gigId} placeholder="Describe the changes you need..." />
    </div>
  );
}
