import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { SECOND } from '../../../platform/clock.ts';
import type { Subscriber } from '../../../platform/events.ts';
import type { Log } from '../../../platform/services.ts';
import { countChange } from './change-counters.ts';

const KEY = 'publish automatically';

/** Whether saved changes are published automatically. */
export const isAutomatic = async (db: Db): Promise<boolean> =>
  (await readSetting(db, KEY)) === 'on';

export const storeAutomatic = (tx: Db, isOn: boolean) => storeSetting(tx, KEY, isOn ? 'on' : 'off');

/** Counts a change by the owner, and publishes it if that is automatic. */
export const publishChange: Subscriber<object> = async (tx, { publisher }) => {
  await countChange(tx);
  tx.onCommit(() => publisher.changed());
};

interface Site {
  isAutomatic(): Promise<boolean>;
  isPublishing(): Promise<boolean>;
  hasChanged(): Promise<boolean>;
  /** Publishes the site. Returns false if a different publish was faster. */
  publish(): Promise<boolean>;
}

/** Publishes one second after a change (debounced). Waits if a publish is running. */
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
    // A publish without changes would delete an older release for nothing.
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
