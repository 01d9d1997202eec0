import { duration, rupees } from '../../lib/format.ts';
import { ItemList } from '../edit/ItemList.tsx';
import { $projects, loadProjects, orderProjects } from './stores.ts';

export const Projects = () => (
  <ItemList
    title="Past work"
    noun="project"
    $list={$projects}
    reload={loadProjects}
    order={orderProjects}
    facts={({ priceRange: { min, max }, type, timeframe: { start, end } }) => [
      `${rupees(min)} – ${rupees(max)}`,
      `${type}, ${duration(start, end)}`,
    ]}
  />
);
