import { faultOf } from '../../../db/backup-files.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, iso } from '../clock.ts';
import type { Services } from '../services.ts';

/** What a round of each hour reads: 3 GB a day. */
const ROUND_BYTES = 128 * 1024 * 1024;
const ROUND_FILES = 500;

/** Compares stored files with their hashes, those first that were not whole or that nobody has read for longest. */
export async function checkFiles(
  services: Pick<Services, 'store' | 'files' | 'clock'>,
  mostBytes = ROUND_BYTES,
): Promise<void> {
  const now = services.clock();
  const dayAgo = iso(new Date(now.getTime() - DAY));
  const due = await services.store.db
    .selectFrom('files')
    .select(['hash', 'size'])
    .where('unnamed_since', 'is', null)
    .where('deleting_at', 'is', null)
    // A time in the future is from before the clock was set back.
    .where((eb) => eb.or([eb('checked_at', '<', dayAgo), eb('checked_at', '>', iso(now))]))
    .orderBy('checked_at')
    .limit(ROUND_FILES)
    .execute();
  let left = mostBytes;
  for (const { hash, size } of due) {
    if (left <= 0) return;
    left -= size;
    const fault = await faultOf(services.files, hash);
    const checked_at = fault ? '' : iso(now);
    await transaction(services, (tx) =>
      tx.updateTable('files').set({ fault, checked_at }).where('hash', '=', hash).execute(),
    );
  }
}

/** Notes which named files are not in the store, without reading any. */
export async function noteMissing({
  store,
  files,
}: Pick<Services, 'store' | 'files'>): Promise<void> {
  const there = new Set<string>();
  for await (const { hash } of files.list()) there.add(hash);
  const named = await store.db
    .selectFrom('files')
    .select('hash')
    .where('unnamed_since', 'is', null)
    .where('deleting_at', 'is', null)
    .execute();
  // What was written meanwhile is there now.
  for (const { hash } of named.filter((each) => !there.has(each.hash)))
    if (!(await files.has(hash)))
      await transaction({ store }, (tx) =>
        tx
          .updateTable('files')
          .set({ fault: 'missing', checked_at: '' })
          .where('hash', '=', hash)
          .execute(),
      );
}
