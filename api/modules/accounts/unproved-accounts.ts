import type { User } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { deleteCredentials } from './personal-data.ts';
import { replacePicture } from './profile-picture.ts';
import { updateUser } from './queries.ts';

/**
 * Confirms an account by its mailbox. Whatever is in it came from somebody who has not shown that they can read that
 * mailbox: password, sessions, devices, keys, codes with the page wanted, name and picture go first. Call it under the
 * account's lock.
 */
export async function removeUnproved(
  tx: Tx,
  { realtime }: Services,
  user: User,
  name: string,
): Promise<User> {
  await deleteCredentials(tx, user.id);
  await replacePicture(tx, user.id, null);
  tx.onCommit(() => realtime.endSessions({ userId: user.id }));
  const empty = { password_hash: null, billing: null, last_login_at: null, next_path: null };
  return updateUser(tx, user.id, { ...empty, name, is_verified: 1 });
}

/** Until the person gives a name, the part of the address before the @. */
export const nameFromAddress = (email: string): string => email.split('@')[0] || email;
