import { pathAfterSignIn, returnPath, withReturnPath } from '../../lib/return-path.ts';
import { checkSession } from './session.ts';

/** Redirects people who are already signed in. */
export async function leaveWhenSignedIn(): Promise<void> {
  const session = await checkSession();
  if (session.state === 'verified') location.replace(pathAfterSignIn(session.user));
  if (session.state === 'unverified')
    location.replace(withReturnPath('/verify-email', returnPath()));
}
