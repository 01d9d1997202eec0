import { deleteDeadLeases } from '../../../db/leases.ts';
import { transaction } from '../../../db/transaction.ts';
import { deleteBefore, readAuditLogDays } from '../../platform/audit/queries.ts';
import { DAY, iso, later, MINUTE } from '../../platform/clock.ts';
import { deleteOldUndeliverableMail } from '../../platform/mail/queries.ts';
import { UNDELIVERABLE_DAYS } from '../../platform/mail/rules.ts';
import type { Services } from '../../platform/services.ts';
import { erasePerson } from './delete-account.ts';
import { listUnverifiedAccounts } from './queries.ts';
import { ABANDONED_DAYS } from './rules.ts';

export const CLEAN_UP_EVERY = 10 * MINUTE;
const ABANDONED_AFTER = ABANDONED_DAYS * DAY;
const ABANDONED_AT_ONCE = 50;

/** Deletes expired rows and closes the sockets of expired sessions. */
export async function deleteExpiredRows(services: Services): Promise<void> {
  const { clock, realtime: live } = services;
  const now = iso(clock());
  await transaction(services, async (tx) => {
    await tx.deleteFrom('password_links').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('mailed_codes').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('assistant_invitations').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('challenges').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('limits').where('ends_at', '<=', now).execute();
    await deleteDeadLeases(tx);
    await deleteOldUndeliverableMail(tx, later(clock(), -UNDELIVERABLE_DAYS * DAY));
    const ended = await tx
      .deleteFrom('sessions')
      .where('expires_at', '<=', now)
      .returning('token_hash')
      .execute();
    tx.onCommit(() => {
      for (const { token_hash } of ended) live.endSessions({ session: token_hash });
    });
  });
  await eraseAbandoned(services);
  await transaction(services, async (tx) =>
    deleteBefore(tx, later(clock(), -(await readAuditLogDays(tx)) * DAY)),
  );
  await services.store.checkpoint();
}

/** Erases accounts that were not confirmed within a month and belong to no client. */
async function eraseAbandoned({ store, clock, personalData }: Services): Promise<void> {
  const before = later(clock(), -ABANDONED_AFTER);
  await transaction({ store }, async (tx) => {
    const abandoned = await listUnverifiedAccounts(tx, personalData, {
      ...{ before, most: ABANDONED_AT_ONCE },
    });
    for (const user of abandoned) await erasePerson(tx, personalData, user);
  });
}
