import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { deleteSessionsExcept, type SessionExceptions } from './session-queries.ts';

/** Deletes a person's sessions and known devices and closes their sockets, except for those in `except`. */
export async function endSessionsExcept(
  tx: Tx,
  { realtime }: Pick<Services, 'realtime'>,
  userId: string,
  except: SessionExceptions = {},
): Promise<void> {
  await deleteSessionsExcept(tx, userId, except);
  tx.onCommit(() => realtime.endSessions({ userId, butSession: except.session }));
}
