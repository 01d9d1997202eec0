import type { Db } from '../../../../db/database.ts';
import { SECOND } from '../../../platform/clock.ts';
import type { Subscriber } from '../../../platform/events.ts';
import type { Log } from '../../../platform/services.ts';
import { countChange } from './change-counters.ts';

const KEY = 'publish automatically';

/** Whether saved changes are published without the owner asking. */
export async function isAutomatic(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return row?.value === 'on';
}

export function storeAutomatic(tx: Db, isOn: boolean) {
  const value = isOn ? 'on' : 'off';
  return tx
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export const publishChange: Subscriber<object> = async (tx, { publisher }) => {
  await countChange(tx);
  tx.onCommit(() => publisher.changed());
};

interface Site {
  isAutomatic(): Promise<boolean>;
  isPublishing(): Promise<boolean>;
  hasChanged(): Promise<boolean>;
  /** False when another publish was faster. */
  publish(): Promise<boolean>;
}

/** Publishes a second after a change, with all that came meanwhile; waits while a publish runs. */
export function createAutomaticPublishing(site: Site, log: Log) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  function changed(): void {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      last = publish().catch((error: unknown) =>
        log.error('a saved change could not be published', error),
      );
    }, SECOND).unref();
  }

  async function publish(): Promise<void> {
    if (!(await site.isAutomatic())) return;
    if (await site.isPublishing()) return changed();
    // A publish without changes would push an earlier release out of those that are kept.
    if (!(await site.hasChanged()) || closed) return;
    if (!(await site.publish())) changed();
  }

  return {
    changed,
    async close() {
      closed = true;
      clearTimeout(timer);
      await last;
    },
  };
}
