import { toast } from '../../components/toast.ts';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

const calls = adminApi.assistants;
const fetchAssistants = () => read(calls.$get());

export type Assistants = Awaited<ReturnType<typeof fetchAssistants>>;
export const $assistants = loaded<Assistants>();

export const loadAssistants = (): Promise<void> => fetchLatestInto($assistants, fetchAssistants);

/** Throws the error that the form shows beside its field. */
export async function inviteAssistant({ email = '' }: Record<string, string>): Promise<void> {
  const { message } = await read(calls.invitations.$post({ json: { email } }));
  void toast('success', message);
  await loadAssistants();
}

export async function cancelInvitation(id: string): Promise<void> {
  await runAdminAction(() => read(calls.invitations[':id'].$delete({ param: { id } })));
  await loadAssistants();
}

export async function endAssistant(id: string): Promise<void> {
  await runAdminAction(() => read(calls[':id'].$delete({ param: { id } })));
  await loadAssistants();
}
