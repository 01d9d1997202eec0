import type { Database, Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { WrittenProgress } from './progress.ts';

const KEY = 'latest publish';

/** Lets the dashboard follow a publish at whichever process it asks. */
export interface SharedProgress {
  put(written: WrittenProgress): void;
  /** Waits until the last one is stored. */
  settled(): Promise<void>;
}

/** Stores the newest state, one write at a time; what is passed meanwhile is skipped. */
export function shareProgress(store: Database): SharedProgress {
  let next: WrittenProgress | null = null;
  let writing: Promise<void> | null = null;
  async function write(): Promise<void> {
    while (next) {
      const value = JSON.stringify(next);
      next = null;
      // A publish does not fail because its progress was not stored.
      await transaction({ store }, (tx) =>
        tx
          .insertInto('settings')
          .values({ key: KEY, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute(),
      ).catch(() => {});
    }
    writing = null;
  }
  return {
    put(written) {
      next = written;
      writing ??= write();
    },
    async settled() {
      await writing;
    },
  };
}

export async function readSharedProgress(db: Db): Promise<WrittenProgress | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as WrittenProgress) : null;
}
