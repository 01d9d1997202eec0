import { duration, rupees } from '../../lib/format.ts';
import { ItemList } from '../edit/ItemList.tsx';
import { projectStore } from './projects-store.ts';

export const Projects = () => (
  <ItemList
    kind="project"
    store={projectStore}
    note={({ priceRange, type, timeframe }) =>
      [
        priceRange && `${rupees(priceRange.min)} – ${rupees(priceRange.max)}`,
        type,
        timeframe && duration(timeframe.start, timeframe.end),
      ]
        .filter(Boolean)
        .join(' · ')
    }
  />
);
