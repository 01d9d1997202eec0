import type { AdminProjectDto } from '../../../api/modules/catalog/projects/save-project.ts';
import { readJson } from '../../lib/api.ts';
import { isoDay } from '../../lib/format.ts';
import { createEditor } from '../edit/create-editor.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';

export const $projects = remote(async () => (await readJson(adminApi.projects.$get())).projects);

export async function saveProjectSequence(list: AdminProjectDto[]): Promise<void> {
  $projects.set({ state: 'loaded', value: list });
  const ids = list.map(({ _id }) => _id);
  const isSaved = await runAdminAction(() =>
    readJson(adminApi.projects.order.$put({ json: { ids } })),
  );
  if (!isSaved) await $projects.load();
}

export type ProjectForm = Pick<
  AdminProjectDto,
  'title' | 'desc' | 'type' | 'tech' | 'priceRange' | 'timeframe'
> & { picture: AdminProjectDto['picture'] | null };

const { projects } = adminApi;
const toSaveResult = async (call: Promise<{ message: string; project: AdminProjectDto }>) => {
  const { message, project } = await call;
  return { message, item: project };
};
export const toRequestBody = ({ picture, ...rest }: ProjectForm) => ({
  ...rest,
  picture: { _id: picture?._id ?? '', alt: picture?.alt ?? '' },
});
const today = () => isoDay(new Date());

export const projectEditor = createEditor<ProjectForm, AdminProjectDto>({
  blank: {
    title: '',
    desc: '',
    type: '',
    tech: [],
    priceRange: { min: 0, max: 0 },
    timeframe: { start: today(), end: today() },
    picture: null,
  },
  find: async (id) => (await readJson(projects[':id'].$get({ param: { id } }))).project,
  create: (body) => toSaveResult(readJson(projects.$post({ json: toRequestBody(body) }))),
  save: (id, body, version) =>
    toSaveResult(
      readJson(projects[':id'].$put({ param: { id }, json: { ...toRequestBody(body), version } })),
    ),
  setStatus: (id, status, version) =>
    toSaveResult(
      readJson(projects[':id'].status.$put({ param: { id }, json: { status, version } })),
    ),
  undo: (id, version) =>
    toSaveResult(readJson(projects[':id'].undo.$post({ param: { id }, json: { version } }))),
});
