import type {
  AdminGigDto,
  AdminGigListItemDto,
} from '../../../api/modules/catalog/gigs/admin-dto.ts';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { createEditor } from '../edit/editor.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

export const $gigs = loaded<AdminGigListItemDto[]>();

export const loadGigs = (): Promise<void> =>
  fetchLatestInto($gigs, async () => (await read(adminApi.gigs.$get())).gigs);

/** Shows the new order at once; loads the saved one again if the server rejects it. */
export async function saveGigSequence(list: AdminGigListItemDto[]): Promise<void> {
  $gigs.set({ state: 'loaded', value: list });
  const ids = list.map(({ _id }) => _id);
  if (!(await runAdminAction(() => read(adminApi.gigs.order.$put({ json: { ids } })))))
    await loadGigs();
}

export type GigForm = Pick<
  AdminGigDto,
  'title' | 'description' | 'technologies' | 'pictures' | 'PricingPlans' | 'extraFeatures' | 'FAQ'
>;

const { gigs } = adminApi;
const toSaveResult = async (call: Promise<{ message: string; gig: AdminGigDto }>) => {
  const { message, gig } = await call;
  return { message, item: gig };
};

export const gigEditor = createEditor<GigForm, AdminGigDto>({
  blank: {
    title: '',
    description: '',
    technologies: [],
    pictures: [],
    PricingPlans: [],
    extraFeatures: [],
    FAQ: [],
  },
  find: async (id) => (await read(gigs[':id'].$get({ param: { id } }))).gig,
  create: (json) => toSaveResult(read(gigs.$post({ json }))),
  save: (id, body, version) =>
    toSaveResult(read(gigs[':id'].$put({ param: { id }, json: { ...body, version } }))),
  setStatus: (id, status, version) =>
    toSaveResult(read(gigs[':id'].status.$put({ param: { id }, json: { status, version } }))),
  undo: (id, version) =>
    toSaveResult(read(gigs[':id'].undo.$post({ param: { id }, json: { version } }))),
});

/** Makes a draft of the same content; its id, or nothing when that failed. */
export async function duplicateGig(gig: GigForm): Promise<string | undefined> {
  let id: string | undefined;
  await runAdminAction(async () => {
    const json = { ...gig, title: `${gig.title} (copy)` };
    id = (await read(gigs.$post({ json }))).gig._id;
    return { message: 'This is the copy, a draft.' };
  });
  return id;
}
