import { nextPath, withNext } from '../../lib/next.ts';
import { checkSession } from './session.ts';

/** Sends people on who are signed in already (spec §2). */
export async function leaveWhenSignedIn(): Promise<void> {
  const session = await checkSession();
  if (session.state === 'verified') location.replace(nextPath());
  if (session.state === 'unverified') location.replace(withNext('/verify-email', nextPath()));
}
