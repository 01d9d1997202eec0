import { pluralize, rupees } from '../../lib/format.ts';
import { ItemList } from '../edit/ItemList.tsx';
import { $gigs, gigEditor, saveGigSequence } from './gigs-store.ts';

export const Gigs = () => (
  <ItemList
    title="Gigs"
    itemName="gig"
    $list={$gigs}
    reload={$gigs.load}
    saveSequence={saveGigSequence}
    setStatus={gigEditor.setStatusOf}
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
