import type { Database, Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { WrittenProgress } from './progress.ts';

const KEY = 'latest publish';

/** Stores the progress in the database, so that any process can show it in the dashboard. */
export interface SharedProgress {
  put(written: WrittenProgress): void;
  /** Waits until the last state is stored. */
  settled(): Promise<void>;
}

/**
 * Stores the newest state, one write at a time. States that arrive during a write are skipped, except the
 * last.
 */
export function shareProgress(store: Database): SharedProgress {
  let next: WrittenProgress | null = null;
  let writing: Promise<void> | null = null;
  async function write(): Promise<void> {
    while (next) {
      const value = JSON.stringify(next);
      next = null;
      // A publish must not fail because its progress was not stored.
      await transaction({ store }, (tx) => storeSetting(tx, KEY, value)).catch(() => {});
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
  const value = await readSetting(db, KEY);
  return value ? (JSON.parse(value) as WrittenProgress) : null;
}
