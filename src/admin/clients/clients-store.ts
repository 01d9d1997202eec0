import type { ClientPageDto } from '../../../api/modules/clients/dto.ts';
import { toast } from '../../components/toast.ts';
import { filteredList } from '../../features/lists/filtered-list.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

const { clients } = adminApi;
const fetchClients = (query: Record<string, string>) => readJson(clients.$get({ query } as object));

export const clientList = filteredList({ find: '' }, 'clients', 'after', fetchClients);

export const $client = asyncStore<ClientPageDto>();

const fetchClient = async (id: string) =>
  (await readJson(clients[':id'].$get({ param: { id } }))).client;

export async function openClient(id: string): Promise<void> {
  const shown = $client.get();
  if (shown.state === 'loaded' && shown.value._id !== id) $client.set({ state: 'loading' });
  await fetchLatestInto($client, () => fetchClient(id));
}

export async function allowOrders(id: string): Promise<void> {
  await runAdminAction(() => readJson(clients[':id'].allow.$post({ param: { id } })));
  await openClient(id);
}

/** Saves the notes; `isOver` replaces what another tab has saved. Throws the errors that the form shows. */
export async function saveNotes(
  { _id: id, notes: { version: loaded } }: ClientPageDto,
  text: string,
  isOver: boolean,
): Promise<void> {
  const version = isOver ? (await fetchClient(id)).notes.version : loaded;
  const call = clients[':id'].notes.$put({ param: { id }, json: { text, version } });
  const { message, notes } = await readJson(call);
  void toast('success', message);
  const shown = $client.get();
  if (shown.state === 'loaded' && shown.value._id === id)
    $client.set({ state: 'loaded', value: { ...shown.value, notes } });
}

/** A few other orders of a client. */
export const fetchOtherOrders = (id: string, except: string) =>
  readJson(
    clients[':id'].orders.$get({ param: { id }, query: { except } } as { param: { id: string } }),
  );

export type OtherOrders = Awaited<ReturnType<typeof fetchOtherOrders>>;
