import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

const calls = adminApi.assistants;
const fetchAssistants = () => readJson(calls.$get());

export type Assistants = Awaited<ReturnType<typeof fetchAssistants>>;
export const $assistants = asyncStore<Assistants>();

export const loadAssistants = (): Promise<void> => fetchLatestInto($assistants, fetchAssistants);

/** Throws the error that the form shows beside its field. */
export async function inviteAssistant({ email = '' }: Record<string, string>): Promise<void> {
  const { message } = await readJson(calls.invitations.$post({ json: { email } }));
  void toast('success', message);
  await loadAssistants();
}

export async function cancelInvitation(id: string): Promise<void> {
  await runAdminAction(() => readJson(calls.invitations[':id'].$delete({ param: { id } })));
  await loadAssistants();
}

export async function endAssistant(id: string): Promise<void> {
  await runAdminAction(() => readJson(calls[':id'].$delete({ param: { id } })));
  await loadAssistants();
}
