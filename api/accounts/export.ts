import type { User } from '../../db/schema.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { findMedia } from '../media/queries.ts';
import { BELONGINGS } from './belongings.ts';
import { LIMITS } from './limits.ts';

/** Everything that is theirs, to take along: no hashes, no tokens, nothing of anybody else. */
export async function exportAccount(deps: Deps, user: User) {
  await deps.limits.take(LIMITS.export, user.id);
  const { db } = deps.store;
  const picture = user.avatar_hash ? await findMedia(db, user.avatar_hash) : undefined;
  const taken: Record<string, unknown> = {};
  for (const { take } of Object.values(BELONGINGS)) {
    if (take) taken[take.as] = await take.read(db, user);
  }
  return {
    exportedAt: iso(deps.clock()),
    account: {
      _id: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      isVerified: user.is_verified === 1,
      lastLogin: user.last_login_at,
      createdAt: user.created_at,
      picture: picture ? `data:${picture.mime};base64,${picture.bytes.toString('base64')}` : null,
    },
    ...taken,
  };
}
