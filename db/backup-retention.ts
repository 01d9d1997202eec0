/** The newest backup of each of so many days, weeks and months that have one is stored. */
export const RETAINED_BACKUPS = { daily: 7, weekly: 4, monthly: 6 } as const;
const DAY_MS = 24 * 60 * 60_000;
/** A Monday. */
const FIRST_WEEK = Date.UTC(1970, 0, 5);

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
const weekOf = (at: Date): string => String(Math.floor((at.getTime() - FIRST_WEEK) / (7 * DAY_MS)));

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
