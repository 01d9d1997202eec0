import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import type { PushedMessage } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { toPushMessage } from './dto.ts';
import { claimUnpushedNotifications } from './queries.ts';

/** Claims the notifications that were not pushed yet, so that each is pushed once. */
export async function claimNotificationsToPush({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<PushedMessage[]> {
  const now = iso(clock());
  const rows = await transaction({ store }, (tx) => claimUnpushedNotifications(tx, now));
  // SQLite and PostgreSQL return updated rows in different orders.
  rows.sort((one, other) => one.seq - other.seq);
  return rows.map((row) => ({ userId: row.user_id, ...toPushMessage(row) }));
}
