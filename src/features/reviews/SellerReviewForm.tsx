import { useEffect, useState } from 'react';
import { SelectField } from '../../components/Select.tsx';
import { fetchGigList } from '../gigs/fetch-gig-list.ts';
import { ReviewForm } from './ReviewForm.tsx';

interface Props {
  /** The first gigs. */
  gigs: { id: string; title: string }[];
  hasMore: boolean;
}

/** The seller page has no gig, so the buyer selects which one the review is about. */
export function SellerReviewForm({ gigs: first, hasMore }: Props) {
  const [gigs, setGigs] = useState(first);
  useEffect(() => {
    // Without an answer the first gigs can still be chosen.
    if (hasMore) fetchGigList().then(setGigs, (error) => console.warn(error));
  }, [hasMore]);
  const [gigId, setGigId] = useState(first[0]?.id ?? '');
  return (
    <div className="stack stack--large">
      <SelectField label="Service" value={gigId} onChange={(event) => setGigId(event.target.value)}>
        {gigs.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <ReviewForm gigId={gigId} placeholder="Describe the changes you need..." />
    </div>
  );
}
