import type { Database } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { appendLine } from '../../platform/audit/audit-log.ts';
import { type Clock, iso } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { deleteChallenges, deletePasswordLinks } from './code-queries.ts';
import { createOwner } from './create-owner.ts';
import { findOwner, updateUser } from './queries.ts';
import { deleteFactors } from './second-factor/factors.ts';
import { deleteSessionsExcept } from './session-queries.ts';

/**
 * For an owner who lost their password, phone and passkey: deletes these credentials, ends every session and
 * returns a link to set a new password. Only runs at the command line of the server.
 */
export async function resetOwner(
  store: Database,
  config: Config,
  clock: Clock,
): Promise<string | null> {
  await transaction({ store }, async (tx) => {
    const owner = await findOwner(tx);
    if (!owner) return;
    await deleteFactors(tx, owner.id);
    await deleteChallenges(tx, owner.id);
    await deletePasswordLinks(tx, owner.id);
    await deleteSessionsExcept(tx, owner.id, {});
    await updateUser(tx, owner.id, { password_hash: null });
    await appendLine(tx, {
      ...{ at: iso(clock()), actor_id: '', role: 'machine', action: 'owner reset' },
      ...{ subject: owner.id, status: 200, changes: {}, address: '', device: 'command line' },
      request_id: newId(),
    });
  });
  return createOwner(store, config, clock);
}
