import type { Db } from '../../../../db/database.ts';
import { readDocument } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { Clock } from '../../../platform/clock.ts';
import { dayIn } from '../../../platform/dates.ts';
import { emit } from '../../../platform/events.ts';
import { replaceDocument } from '../../../platform/saving/versions.ts';
import type { Services } from '../../../platform/services.ts';
import { availabilityChanged } from '../events.ts';
import { withPauses } from '../gigs/rules.ts';
import type { SavedAvailability } from './schema.ts';

const KEY = 'availability';

/** Until the owner sets something up, nothing depends on a date. */
const NOT_SET_UP: SavedAvailability = {
  version: 0,
  pausedUntil: '',
  capacity: 0,
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  timeOff: [],
  clock: false,
};

export const readAvailability = async (db: Db): Promise<SavedAvailability> => ({
  ...NOT_SET_UP,
  ...(await readDocument<Partial<SavedAvailability>>(db, KEY)),
});

/** Whether what visitors read of the gigs changes with the date. */
export async function dependsOnDate(db: Db): Promise<boolean> {
  const { pausedUntil, capacity } = await readAvailability(db);
  if (pausedUntil || capacity > 0) return true;
  const paused = await db
    .selectFrom('gigs')
    .select('id')
    .where('body', 'like', '%"pausedUntil":"2%')
    .limit(1)
    .executeTakeFirst();
  return paused !== undefined;
}

/** Pages show it within a minute, without what else the owner has saved. */
export const saveAvailability = (
  services: Services,
  { version, ...sent }: SavedAvailability,
): Promise<void> =>
  transaction(services, async (tx) => {
    await replaceDocument(tx, { key: KEY, version, read: readAvailability }, () => sent);
    await emit(tx, services, availabilityChanged, {});
  });

/** Today in the seller's time zone. */
export const todayOf = ({
  clock,
  config,
}: {
  clock: Clock;
  config: { timeZone: string };
}): string => dayIn(clock(), config.timeZone);

/** Gigs as visitors see them today. */
export async function withTodaysPauses<T extends { pausedUntil?: string | undefined }>(
  db: Db,
  gigs: readonly T[],
  today: string,
): Promise<T[]> {
  const { pausedUntil } = await readAvailability(db);
  return withPauses(gigs, { today, shopPausedUntil: pausedUntil });
}
