import { duration, rupees } from '../../lib/format.ts';
import { Things } from '../edit/Things.tsx';
import { $projects, loadProjects, orderProjects } from './stores.ts';

export const Projects = () => (
  <Things
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
