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

export async function createPasskey(optionsJSON: object) {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: optionsJSON as CreateOptions }).catch(
    (error: unknown) => {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      throw new ValidationError(isKnown ? ALREADY_MADE : NOT_MADE, {});
    },
  );
}
