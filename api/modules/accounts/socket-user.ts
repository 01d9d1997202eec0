import type { Database } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import { roleOf } from '../../platform/roles.ts';
import { findOwner } from './queries.ts';
import { findSessionUser } from './sessions.ts';

/**
 * Returns the user of a socket. For an assistant, `actsForId` is the owner's id: assistants read and write
 * conversations as the owner.
 */
export async function findSocketUser(
  store: Database,
  clock: Clock,
  token: string,
): Promise<(User & { actsForId: string }) | null> {
  const user = await findSessionUser(store, clock, token);
  if (!user || roleOf(user) !== 'assistant') return user && { ...user, actsForId: user.id };
  const owner = await findOwner(store.db);
  return owner ? { ...user, role: 'owner', actsForId: owner.id } : null;
}
