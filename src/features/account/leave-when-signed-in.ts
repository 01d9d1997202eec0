import { redirect } from '../../lib/redirect.ts';
import { pathAfterSignIn, returnPath, withReturnPath } from '../../lib/return-path.ts';
import { checkSession } from './session.ts';

/** Redirects people who are already signed in. */
export async function leaveWhenSignedIn(): Promise<void> {
  const session = await checkSession();
  if (session.state === 'verified') redirect(pathAfterSignIn(session.user));
  if (session.state === 'unverified') redirect(withReturnPath('/verify-email', returnPath()));
}
