import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { deleteChallenges, deleteEmailChange, deletePasswordLinks } from './code-queries.ts';
import { endSessionsExcept } from './end-sessions.ts';
import { lockUser, updateUser } from './queries.ts';
import type { SessionExceptions } from './session-queries.ts';

/** Sets a new password and ends all sessions and devices, except for those in `except`. */
export async function setPassword(
  tx: Tx,
  services: Pick<Services, 'realtime'>,
  userId: string,
  passwordHash: string,
  except?: SessionExceptions,
) {
  // The lock orders concurrent sign-ins with the old password: their session is either ended here or never
  // opened.
  await lockUser(tx, userId);
  await endSessionsExcept(tx, services, userId, except);
  await deletePasswordLinks(tx, userId);
  await deleteChallenges(tx, userId);
  await deleteEmailChange(tx, userId);
  return updateUser(tx, userId, { password_hash: passwordHash });
}
