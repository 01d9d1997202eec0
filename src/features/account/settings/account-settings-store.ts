import { atom } from 'nanostores';
import { toast } from '../../../components/toast.ts';
import { ApiError, api, readJson } from '../../../lib/api.ts';
import { remote } from '../../request-feedback/remote.ts';
import { runWithToast } from '../../request-feedback/run-with-toast.ts';
import { setFlashToast } from '../flash-toast.ts';
import { friendlyMessage, setSignedIn, whileEndingSession } from '../session.ts';

/** The new address, while it is not confirmed. */
export const $newEmail = atom<string | null>(null);

const user = api.user;

/** An account without a password sends none. */
const own = (password: string) => (password ? { password } : {});

export async function saveName(json: { name: string }): Promise<void> {
  const answer = await readJson(user.name.$post({ json }));
  setSignedIn(answer.user);
  void toast('success', answer.message);
}

/** A data URL; null removes the picture. */
export async function savePicture(avatar: string | null): Promise<void> {
  const answer = avatar
    ? await readJson(user.picture.$post({ json: { avatar } }))
    : await readJson(user.picture.$delete());
  setSignedIn(answer.user);
  void toast('success', answer.message);
}

export async function savePassword(password: string, newPassword: string): Promise<void> {
  const json = { ...own(password), newPassword };
  const { message } = await readJson(user.password.$post({ json }));
  void toast('success', message);
  await $devices.load();
}

export const loadNewEmail = () =>
  runWithToast(async () => {
    $newEmail.set((await readJson(user.email.$get())).pending);
    return {};
  });

export async function requestEmailChange(email: string, password: string): Promise<void> {
  const { message } = await readJson(user.email.$post({ json: { email, ...own(password) } })).catch(
    friendlyMessage,
  );
  $newEmail.set(email.trim().toLowerCase());
  void toast('success', message);
}

export async function confirmEmail(code: string): Promise<void> {
  const answer = await readJson(user.email.confirm.$post({ json: { code } })).catch(
    friendlyMessage,
  );
  $newEmail.set(null);
  setSignedIn(answer.user);
  void toast('success', answer.message);
}

export const cancelEmailChange = () =>
  runWithToast(async () => {
    const answer = await readJson(user.email.$delete());
    $newEmail.set(null);
    return answer;
  });

/** The one more address that gets copies of a company's papers; null without one. */
export const $copies = remote(async () => (await readJson(user['paper-copies'].$get())).copies);

async function changeCopies(call: Promise<{ message: string }>): Promise<void> {
  const { message } = await call;
  void toast('success', message);
  await $copies.load();
}

export const askForCopies = (email: string) =>
  changeCopies(readJson(user['paper-copies'].$post({ json: { email } })));

export const confirmCopies = (code: string) =>
  changeCopies(readJson(user['paper-copies'].confirm.$post({ json: { code } })));

export const stopCopies = () =>
  runWithToast(async () => {
    const answer = await readJson(user['paper-copies'].$delete());
    await $copies.load();
    return answer;
  });

/** The devices on which the user is signed in. */
export const $devices = remote(async () => (await readJson(user.sessions.$get())).data);

export const endDeviceSession = (id: string) =>
  runWithToast(async () => {
    const answer = await readJson(user.sessions[':id'].$delete({ param: { id } }));
    await $devices.load();
    return answer;
  });

/** Signs out on all devices, this one included. */
export const endAllSessions = () =>
  runWithToast(async () => {
    setFlashToast((await whileEndingSession(() => readJson(user.sessions.$delete()))).message);
    location.assign('/sign-in');
    return {};
  });

/** Downloads the user's data as one file. */
export const exportData = () =>
  runWithToast(async () => {
    const data = await readJson(user.export.$get());
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'my-data.json';
    link.click();
    URL.revokeObjectURL(link.href);
    return {};
  });

/** The paid orders that must be cancelled or end before the account can be deleted. */
export const $openOrders = remote(async () => (await readJson(user.delete.$get())).orders);

export const cancelOpenOrder = (orderId: string, refund: number) =>
  runWithToast(async () => {
    const param = { orderId };
    const cancel = api.gig.order[':orderId'].cancel.$post({ param, json: { refund } });
    // Also after a refusal: the order or its promise has changed.
    return readJson(cancel).finally($openOrders.load);
  });

export async function deleteAccount(password: string): Promise<void> {
  const call = () => readJson(user.delete.$post({ json: own(password) }));
  const { message } = await whileEndingSession(call).catch((error: unknown) => {
    // An order was paid meanwhile: the dialog shows it.
    if (error instanceof ApiError && error.status === 409) void $openOrders.load();
    throw error;
  });
  setFlashToast(message);
  location.assign('/sign-in');
}
