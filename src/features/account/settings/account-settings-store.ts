import { atom } from 'nanostores';
import type { SessionDto } from '../../../../api/modules/accounts/device-sessions.ts';
import { toast } from '../../../components/toast.ts';
import { api, read } from '../../../lib/api.ts';
import { fetchInto, loaded } from '../../../lib/async-store.ts';
import { runWithToast } from '../../request-feedback/run-with-toast.ts';
import { setFlashToast } from '../flash-toast.ts';
import { friendlyMessage, setSignedIn, whileEndingSession } from '../session.ts';

/** The devices on which the user is signed in. */
export const $devices = loaded<SessionDto[]>();
/** The new address, while it is not confirmed. */
export const $newEmail = atom<string | null>(null);

const user = api.user;

export async function saveName(name: string): Promise<void> {
  const answer = await read(user.name.$post({ json: { name } }));
  setSignedIn(answer.user);
  void toast('success', answer.message);
}

/** A data URL; null removes the picture. */
export async function savePicture(avatar: string | null): Promise<void> {
  const answer = avatar
    ? await read(user.picture.$post({ json: { avatar } }))
    : await read(user.picture.$delete());
  setSignedIn(answer.user);
  void toast('success', answer.message);
}

export async function savePassword(password: string, newPassword: string): Promise<void> {
  const { message } = await read(user.password.$post({ json: { password, newPassword } }));
  void toast('success', message);
  await loadDevices();
}

export const loadNewEmail = () =>
  runWithToast(async () => {
    $newEmail.set((await read(user.email.$get())).pending);
    return {};
  });

export async function requestEmailChange(email: string, password: string): Promise<void> {
  const { message } = await read(user.email.$post({ json: { email, password } })).catch(
    friendlyMessage,
  );
  $newEmail.set(email.trim().toLowerCase());
  void toast('success', message);
}

export async function confirmEmail(code: string): Promise<void> {
  const answer = await read(user.email.confirm.$post({ json: { code } })).catch(friendlyMessage);
  $newEmail.set(null);
  setSignedIn(answer.user);
  void toast('success', answer.message);
}

export const cancelEmailChange = () =>
  runWithToast(async () => {
    const answer = await read(user.email.$delete());
    $newEmail.set(null);
    return answer;
  });

export async function loadDevices(): Promise<void> {
  await fetchInto($devices, async () => (await read(user.sessions.$get())).data);
}

export const endDeviceSession = (id: string) =>
  runWithToast(async () => {
    const answer = await read(user.sessions[':id'].$delete({ param: { id } }));
    await loadDevices();
    return answer;
  });

/** Signs out on all devices, this one included. */
export const endAllSessions = () =>
  runWithToast(async () => {
    setFlashToast((await whileEndingSession(() => read(user.sessions.$delete()))).message);
    location.assign('/sign-in');
    return {};
  });

/** Downloads the user's data as one file. */
export const exportData = () =>
  runWithToast(async () => {
    const data = await read(user.export.$get());
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'my-data.json';
    link.click();
    URL.revokeObjectURL(link.href);
    return {};
  });

export async function deleteAccount(password: string): Promise<void> {
  const call = () => read(user.delete.$post({ json: { password } }));
  setFlashToast((await whileEndingSession(call)).message);
  location.assign('/sign-in');
}
