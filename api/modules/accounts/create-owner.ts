import type { Database } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { starterProfile } from '../../../db/seed/profile.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, iso, later, MINUTE } from '../../platform/clock.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { insertPasswordLink } from './code-queries.ts';
import { findOwner, insertUser } from './queries.ts';
import { LINK_MINUTES } from './rules.ts';

/**
 * Creates the owner's account if there is none. Returns a new link to set the password as long as none is
 * set.
 */
export async function createOwner(
  store: Database,
  config: Config,
  clock: Clock,
): Promise<string | null> {
  const now = clock();
  // Find and create under one lock: two processes may start at the same time.
  const owner = await transaction({ store }, async (tx) => {
    await lockName(tx, 'owner');
    return (
      (await findOwner(tx)) ??
      insertUser(tx, {
        id: newId(),
        name: starterProfile.name,
        email: config.ownerEmail,
        role: 'owner',
        is_verified: 1,
        created_at: iso(now),
      })
    );
  });
  if (owner.password_hash) return null;
  const token = newToken();
  const link = {
    token_hash: hashToken(token),
    user_id: owner.id,
    source: 'console' as const,
    expires_at: later(now, LINK_MINUTES * MINUTE),
  };
  await transaction({ store }, (tx) => insertPasswordLink(tx, link));
  return `${config.siteOrigin}/create-password/${token}`;
}
