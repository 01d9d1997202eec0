import type { WithPictures } from '../../../api/modules/catalog/content/pictures.ts';
import { BLANK_PROJECT } from '../../../api/modules/catalog/projects/rules.ts';
import type { ProjectBody } from '../../../api/modules/catalog/projects/schema.ts';
import { createContentStore } from '../edit/content-store.ts';
import { adminApi } from '../requests.ts';

export type ProjectForm = WithPictures<ProjectBody>;

export const projectStore = createContentStore(adminApi.projects, {
  one: 'project',
  many: 'projects',
  blank: BLANK_PROJECT as ProjectForm,
});
