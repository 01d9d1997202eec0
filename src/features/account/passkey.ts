import { ValidationError } from '../../lib/form-errors.ts';

const CANCELLED = 'No passkey was used. Please try again.';
const NOT_MADE = 'No passkey was made. Please try again.';
const ALREADY_MADE = 'This device already holds a passkey of your account.';

// The library is loaded only when somebody uses a passkey.
const load = () => import('@simplewebauthn/browser');

/** Whether this browser can use passkeys. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

type Library = Awaited<ReturnType<typeof load>>;
type GetOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
type CreateOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

// The options come from the same library on the server, whose types differ in `undefined` only.

/** Asks the person for one of their passkeys. */
export async function getPasskey(optionsJSON: object) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: optionsJSON as GetOptions }).catch(() => {
    throw new ValidationError(CANCELLED, {});
  });
}

/**
 * Offers the passkeys of this browser in the field of the address, until the page is left. `use` gets the one that was
 * chosen.
 */
export async function offerPasskeys(
  options: () => Promise<object>,
  use: (passkey: object) => void,
): Promise<void> {
  if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const { startAuthentication } = await load();
  const optionsJSON = (await options()) as GetOptions;
  // It ends without one when another passkey is asked for, or the page is left.
  await startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(use, () => {});
}

/** Lets the browser make a passkey by itself, where it does that after a password that it had stored. */
export async function createPasskeyQuietly(options: () => Promise<object>) {
  const capabilities = await PublicKeyCredential.getClientCapabilities?.();
  if (!capabilities?.['conditionalCreate']) return null;
  const { startRegistration } = await load();
  const optionsJSON = (await options()) as CreateOptions;
  return startRegistration({ optionsJSON, useAutoRegister: true }).catch(() => null);
}

/** Tells the browser that no account has this passkey any more, where it listens. */
export async function forgetPasskey(credentialID: string): Promise<void> {
  const { sendSignal } = await load();
  const about = { rpID: location.hostname, credentialID };
  await sendSignal({ signalName: 'unknownCredential', ...about }).catch(() => {});
}

export async function createPasskey(optionsJSON: object) {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: optionsJSON as CreateOptions }).catch(
    (error: unknown) => {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      throw new ValidationError(isKnown ? ALREADY_MADE : NOT_MADE, {});
    },
  );
}
