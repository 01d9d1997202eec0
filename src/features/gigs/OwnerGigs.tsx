import { ItemList } from '../../admin/edit/ItemList.tsx';
import { pluralize, rupees } from '../../lib/format.ts';
import { gigStore } from './owner-gigs-store.ts';

export const OwnerGigs = () => (
  <ItemList
    kind="gig"
    store={gigStore}
    note={({ fromPrice, numOfReviews, ratings }) =>
      [
        fromPrice === null ? 'No package yet' : `From ${rupees(fromPrice)}`,
        numOfReviews > 0
          ? `${ratings.toFixed(1)} from ${pluralize(numOfReviews, 'review')}`
          : 'No reviews',
      ].join(' · ')
    }
  />
);
