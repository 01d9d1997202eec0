import { transaction } from '../../db/transaction.ts';
import { DAY, iso, later, MINUTE } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { forgetGivenUp } from '../mail/queries.ts';
import { GIVEN_UP_KEPT_DAYS } from '../mail/rules.ts';
import { forgetPerson } from './delete-account.ts';
import { listAbandoned } from './queries.ts';

const EVERY = 10 * MINUTE;
const ABANDONED_AFTER = 30 * DAY;
const ABANDONED_AT_ONCE = 50;

/** Clears what has run out, and ends the sockets of sessions that did. */
export async function tidyAccounts(deps: Deps): Promise<void> {
  const { clock, live } = deps;
  const now = iso(clock());
  await transaction(deps, async (tx) => {
    await tx.deleteFrom('password_links').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('limits').where('ends_at', '<=', now).execute();
    await forgetGivenUp(tx, later(clock(), -GIVEN_UP_KEPT_DAYS * DAY));
    const ended = await tx
      .deleteFrom('sessions')
      .where('expires_at', '<=', now)
      .returning('token_hash')
      .execute();
    tx.onCommit(() => {
      for (const { token_hash } of ended) live.endSessions({ session: token_hash });
    });
  });
  await forgetAbandoned(deps);
  await deps.store.checkpoint();
}

/** Whoever never confirmed their address and never ordered is forgotten after a month. */
async function forgetAbandoned({ store, clock }: Deps): Promise<void> {
  const before = later(clock(), -ABANDONED_AFTER);
  await transaction({ store }, async (tx) => {
    const abandoned = await listAbandoned(tx, before, ABANDONED_AT_ONCE);
    for (const user of abandoned) await forgetPerson(tx, user);
  });
}

/** Tidies now and then; returns what stops it. */
export function startTidying(deps: Deps): () => void {
  const timer = setInterval(() => deps.background.run(() => tidyAccounts(deps)), EVERY).unref();
  return () => clearInterval(timer);
}
