import { iso, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';

const EVERY = 10 * MINUTE;

/** Clears what has run out, and ends the sockets of sessions that did. */
export async function tidyAccounts({ store, clock, live }: Deps): Promise<void> {
  const now = iso(clock());
  const { db } = store;
  const ended = await db
    .deleteFrom('sessions')
    .where('expires_at', '<=', now)
    .returning('token_hash')
    .execute();
  for (const { token_hash } of ended) live.endSessions({ session: token_hash });
  await db.deleteFrom('password_links').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('limits').where('ends_at', '<=', now).execute();
}

/** Tidies now and then; returns what stops it. */
export function startTidying(deps: Deps): () => void {
  const timer = setInterval(() => deps.background.run(() => tidyAccounts(deps)), EVERY).unref();
  return () => clearInterval(timer);
}
