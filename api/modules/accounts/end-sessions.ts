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

/** Ends the sessions, known devices and sockets of a person, but for the one that asks for it. */
export async function endSessionsBut(
  tx: Tx,
  { realtime }: Realtime,
  userId: string,
  stays: Stays = {},
): Promise<void> {
  await deleteSessionsBut(tx, userId, stays);
  tx.onCommit(() => realtime.endSessions({ userId, butSession: stays.session }));
}

/** A new password ends what the old one opened; the session and device that set it may stay. */
export async function setPassword(
  tx: Tx,
  services: Realtime,
  userId: string,
  passwordHash: string,
  stays?: Stays,
) {
  // A sign-in with the old password has either opened its session before this, or is refused after it.
  await lockUser(tx, userId);
  await endSessionsBut(tx, services, userId, stays);
  await deletePasswordLinks(tx, userId);
  await deleteChallenges(tx, userId);
  await deleteEmailChange(tx, userId);
  return updateUser(tx, userId, { password_hash: passwordHash });
}
