/** The newest backup of each of so many days, weeks and months that have one is stored. */
export const RETAINED_BACKUPS = { daily: 7, weekly: 4, monthly: 6 } as const;
const DAY_MS = 24 * 60 * 60_000;
/** A Monday. */
const FIRST_WEEK = Date.UTC(1970, 0, 5);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
const weekOf = (at: Date): string => String(Math.floor((at.getTime() - FIRST_WEEK) / (7 * DAY_MS)));

/** All backups beside the data take less than this share of what is free there. */
const SHARE = 1 / 4;

/** What may be added beside the data, if `room` is free without it. */
export const mostBytes = (room: number): number => (SHARE * room) / (1 + SHARE);

/**
 * Of backups with these sizes, newest first, how many may stay beside the data, if `room` is what would be free without
 * any of them.
 */
export function countThatFit(sizes: number[], room: number): number {
  let taken = 0;
  const over = sizes.findIndex((bytes) => {
    taken += bytes;
    return taken >= mostBytes(room);
  });
  return over < 0 ? sizes.length : over;
}

const NAME = /^shop-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\.db(?:\.age)?$/;

/** Whether a file of this name is one of the backups of each day. */
export const isBackup = (name: string): boolean => NAME.test(name);

/** Returns the names of the backups that are no longer needed. */
export function expiredIn(names: string[]): string[] {
  const backups = names.flatMap((name) => {
    const [, year, month, day, ...time] = NAME.exec(name) ?? [];
    const [hour, minute, second, ms] = time;
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
    return year ? [{ name, at }] : [];
  });
  const stored = backupsToStore(backups);
  return backups.filter((backup) => !stored.has(backup)).map(({ name }) => name);
}

/** The backups that are not deleted; days are UTC. */
export function backupsToStore<B extends { at: Date }>(backups: B[]): Set<B> {
  const newestFirst = [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());
  const newestOfEach = (count: number, periodOf: (at: Date) => string): B[] => {
    const found = new Map<string, B>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.at);
      if (!found.has(period)) found.set(period, backup);
    }
    return [...found.values()].slice(0, count);
  };
  return new Set([
    ...newestOfEach(RETAINED_BACKUPS.daily, dayOf),
    ...newestOfEach(RETAINED_BACKUPS.weekly, weekOf),
    ...newestOfEach(RETAINED_BACKUPS.monthly, monthOf),
  ]);
}
