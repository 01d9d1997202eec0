import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import {
  deleteChallenges,
  deleteEmailChange,
  deletePasswordLinks,
  deleteSessionsBut,
  lockUser,
  type Stays,
  updateUser,
} from './queries.ts';

type Realtime = Pick<Services, 'realtime'>;

/** Deletes a person's sessions and known devices and closes their sockets, except for those in `stays`. */
export async function endSessionsBut(
  tx: Tx,
  { realtime }: Realtime,
  userId: string,
  stays: Stays = {},
): Promise<void> {
  await deleteSessionsBut(tx, userId, stays);
  tx.onCommit(() => realtime.endSessions({ userId, butSession: stays.session }));
}

/** Sets a new password and ends all sessions and devices, except for those in `stays`. */
export async function setPassword(
  tx: Tx,
  services: Realtime,
  userId: string,
  passwordHash: string,
  stays?: Stays,
) {
  // The lock orders concurrent sign-ins with the old password: their session is either ended here or never
  // opened.
  await lockUser(tx, userId);
  await endSessionsBut(tx, services, userId, stays);
  await deletePasswordLinks(tx, userId);
  await deleteChallenges(tx, userId);
  await deleteEmailChange(tx, userId);
  return updateUser(tx, userId, { password_hash: passwordHash });
}
