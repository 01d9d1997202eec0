import { atom } from 'nanostores';
import { toast } from '../../../components/toast.ts';
import { api, readJson } from '../../../lib/api.ts';
import { remote } from '../../request-feedback/remote.ts';
import { runWithToast } from '../../request-feedback/run-with-toast.ts';
import { createPasskey, forgetPasskey } from '../passkey.ts';
import { $devices } from './account-settings-store.ts';

const factor = api.user['second-factor'];
const fetchFactors = () => readJson(factor.$get());

export type Factors = Awaited<ReturnType<typeof fetchFactors>>;

/** Shown once, right after they were made. */
export const $recoveryCodes = atom<string[]>([]);
/** The authenticator app that is being set up. */
export const $newAuthenticator = atom<{ secret: string; qr: string } | null>(null);

export const $factors = remote(fetchFactors);

async function changed(answer: { message: string; recoveryCodes?: string[] }): Promise<object> {
  if (answer.recoveryCodes?.length) $recoveryCodes.set(answer.recoveryCodes);
  void toast('success', answer.message);
  await Promise.all([$factors.load(), $devices.load()]);
  const factors = $factors.get();
  if (factors.state === 'loaded' && factors.value.recoveryCodes === 0) $recoveryCodes.set([]);
  return {};
}

export const startAuthenticatorSetup = () =>
  runWithToast(async () => {
    const { secret, qr } = await readJson(factor.totp.$post());
    $newAuthenticator.set({ secret, qr });
    return {};
  });

export async function confirmAuthenticator(code: string): Promise<void> {
  const answer = await readJson(factor.totp.confirm.$post({ json: { code } }));
  $newAuthenticator.set(null);
  await changed(answer);
}

export const removeAuthenticator = () =>
  runWithToast(async () => changed(await readJson(factor.totp.$delete())));

/** One for signing in only is not asked for after a password or code. */
export async function addPasskey(signInOnly: boolean): Promise<void> {
  const { options } = await readJson(factor.passkeys.options.$post());
  const passkey = await createPasskey(options);
  const json = { passkey, signInOnly } as unknown as Parameters<
    typeof factor.passkeys.$post
  >[0]['json'];
  await changed(await readJson(factor.passkeys.$post({ json })));
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  const call = factor.passkeys[':id'].$put({ param: { id }, json: { name } });
  void toast('success', (await readJson(call)).message);
  await $factors.load();
}

export const removePasskey = (id: string) =>
  runWithToast(async () => {
    const answer = await readJson(factor.passkeys[':id'].$delete({ param: { id } }));
    void forgetPasskey(id);
    return changed(answer);
  });

const suspended = factor.suspended[':id'];

export const bringBack = (id: string) =>
  runWithToast(async () => changed(await readJson(suspended.$post({ param: { id } }))));

export const removeSuspended = (id: string) =>
  runWithToast(async () => changed(await readJson(suspended.$delete({ param: { id } }))));

export const makeRecoveryCodes = () =>
  runWithToast(async () => changed(await readJson(factor['recovery-codes'].$post())));
