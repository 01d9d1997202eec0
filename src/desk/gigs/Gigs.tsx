import '../edit/edit.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { counted, rupees } from '../../lib/format.ts';
import { Sortable } from '../edit/Sortable.tsx';
import { StandingBadge } from '../edit/Standing.tsx';
import { pathOfOne } from '../router.ts';
import { Screen, Shown } from '../Screen.tsx';
import { $gigs, loadGigs, orderGigs } from './stores.ts';

export function Gigs() {
  const gigs = useStore($gigs);
  useEffect(() => void loadGigs(), []);
  return (
    <Screen
      title="Gigs"
      note="In the order visitors see them. Drag to change it, or use the arrows."
      actions={
        <a className="button button--solid" href={pathOfOne('gig', 'new')}>
          <Plus aria-hidden="true" /> New gig
        </a>
      }
    >
      <Shown from={gigs} retry={() => void loadGigs()}>
        {(list) => (
          <Sortable list={list} set={(next) => void orderGigs(next)} nameOf={({ title }) => title}>
            {(gig) => (
              <>
                {gig.picture ? (
                  <img src={gig.picture.url} alt="" width={96} height={60} loading="lazy" />
                ) : (
                  <span className="skeleton thing__none" aria-hidden="true" />
                )}
                <a className="thing__name" href={pathOfOne('gig', gig._id)}>
                  {gig.title}
                </a>
                <StandingBadge status={gig.status} />
                <span className="thing__fact">
                  {gig.fromPrice === null ? 'No package yet' : `From ${rupees(gig.fromPrice)}`}
                  <span className="fine">
                    {gig.numOfReviews > 0
                      ? `${gig.ratings.toFixed(1)} from ${counted(gig.numOfReviews, 'review')}`
                      : 'No reviews'}
                  </span>
                </span>
              </>
            )}
          </Sortable>
        )}
      </Shown>
    </Screen>
  );
}
