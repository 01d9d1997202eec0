import type { AdminGigDto, AdminGigListItemDto } from '../../../api/modules/catalog/gigs/dto.ts';
import { BLANK_GIG } from '../../../api/modules/catalog/gigs/rules.ts';
import type { GigBody } from '../../../api/modules/catalog/gigs/schema.ts';
import { readJson } from '../../lib/api.ts';
import { createEditor } from '../edit/create-editor.ts';
import { adminApi, remote, runAdminAction } from '../requests.ts';

export const $gigs = remote(async () => (await readJson(adminApi.gigs.$get())).gigs);

/** Shows the new order at once; loads the saved one again if the server rejects it. */
export async function saveGigSequence(list: AdminGigListItemDto[]): Promise<void> {
  $gigs.set({ state: 'loaded', value: list });
  const ids = list.map(({ _id }) => _id);
  if (!(await runAdminAction(() => readJson(adminApi.gigs.order.$put({ json: { ids } })))))
    await $gigs.load();
}

/** What the owner edits; its pictures have an address to show them. */
export type GigForm = GigBody & Pick<AdminGigDto, 'pictures'>;

const { gigs } = adminApi;
const toSaveResult = async (call: Promise<{ message: string; gig: AdminGigDto }>) => {
  const { message, gig } = await call;
  return { message, item: gig };
};

export const gigEditor = createEditor<GigForm, AdminGigDto>({
  blank: { ...BLANK_GIG, pictures: [] },
  find: async (id) => (await readJson(gigs[':id'].$get({ param: { id } }))).gig,
  create: (json) => toSaveResult(readJson(gigs.$post({ json }))),
  save: (id, body, version) =>
    toSaveResult(readJson(gigs[':id'].$put({ param: { id }, json: { ...body, version } }))),
  setStatus: (id, status, version) =>
    toSaveResult(readJson(gigs[':id'].status.$put({ param: { id }, json: { status, version } }))),
  undo: (id, version) =>
    toSaveResult(readJson(gigs[':id'].undo.$post({ param: { id }, json: { version } }))),
});

/** Makes a draft of the same content; its id, or nothing when that failed. */
export async function duplicateGig(gig: GigForm): Promise<string | undefined> {
  let id: string | undefined;
  await runAdminAction(async () => {
    const json = { ...gig, title: `${gig.title} (copy)` };
    id = (await readJson(gigs.$post({ json }))).gig._id;
    return { message: 'This is the copy, a draft.' };
  });
  return id;
}
