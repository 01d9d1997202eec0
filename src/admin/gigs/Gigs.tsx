import { pluralize, rupees } from '../../lib/format.ts';
import { ItemList } from '../edit/ItemList.tsx';
import { gigStore } from './gigs-store.ts';

export const Gigs = () => (
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
