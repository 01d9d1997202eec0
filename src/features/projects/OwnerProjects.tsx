import type { WithPictures } from '../../../api/modules/catalog/content/pictures.ts';
import { BLANK_PROJECT } from '../../../api/modules/catalog/projects/rules.ts';
import type { ProjectBody } from '../../../api/modules/catalog/projects/schema.ts';
import { createContentStore } from '../../admin/edit/content-store.ts';
import { ItemList } from '../../admin/edit/ItemList.tsx';
import { adminApi } from '../../admin/requests.ts';
import { duration, rupees } from '../../lib/format.ts';

export type ProjectForm = WithPictures<ProjectBody>;

export const projectStore = createContentStore(adminApi.projects, {
  one: 'project',
  many: 'projects',
  blank: BLANK_PROJECT as ProjectForm,
});

export const OwnerProjects = () => (
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
