import { duration, rupees } from '../../lib/format.ts';
import { ItemList } from '../edit/ItemList.tsx';
import { $projects, projectEditor, saveProjectSequence } from './projects-store.ts';

export const Projects = () => (
  <ItemList
    title="Past work"
    itemName="project"
    $list={$projects}
    reload={$projects.load}
    saveSequence={saveProjectSequence}
    setStatus={projectEditor.setStatusOf}
    note={({ priceRange: { min, max }, type, timeframe: { start, end } }) =>
      `${rupees(min)} – ${rupees(max)} · ${type}, ${duration(start, end)}`
    }
  />
);
