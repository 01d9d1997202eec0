import { TZDate } from '@date-fns/tz';
import type { Db } from '../../../db/database.ts';
import { COPIED_AT, readDocument, readSetting, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso, MINUTE } from '../../platform/clock.ts';
import type { Services } from '../../platform/services.ts';
import { documentNumber } from './document-number-rules.ts';
import { financialYear } from './financial-year.ts';

const KEY = 'restored backups';

export interface RestoredBackup {
  at: string;
  /** When the backup was made; null if it does not say. */
  copiedAt: string | null;
  /** The newest number of each kind in the backup. Later ones may exist, in mails only. */
  last: string[];
  /** What stands in the new numbers in place of the financial year. */
  year: string;
  /** The first receipt after the restore. */
  first: string;
  /** The owner has been told. */
  isSeen: boolean;
}

/** The backups from which this database was restored, the newest first. */
export const readRestores = async (db: Db): Promise<RestoredBackup[]> =>
  (await readDocument<RestoredBackup[]>(db, KEY)) ?? [];

/** The moment of a restore to the minute, as part of a number: '26-7B4W'. */
export function seriesBegunAt(at: string, timeZone: string): string {
  const year = financialYear(at, timeZone).slice(2, 4);
  const begins = new TZDate(2000 + Number(year), 3, 1, timeZone);
  const minutes = Math.floor((Date.parse(at) - begins.getTime()) / MINUTE);
  return `${year}-${minutes.toString(36).padStart(4, '0').toUpperCase()}`;
}

/** What a number of this moment has in its middle: the financial year, or the restore in it. */
export async function seriesAt(db: Db, at: string, timeZone: string): Promise<string> {
  const year = financialYear(at, timeZone);
  const [newest] = await readRestores(db);
  return newest && financialYear(newest.at, timeZone) >= year ? newest.year : year;
}

/**
 * Begins a new series of each kind of paper when this database is a restored backup: numbers that were given after the
 * backup was made would be given again. Its name is the minute, because the same backup may be restored twice.
 */
export const beginSeriesAfterRestore = (
  services: Pick<Services, 'store' | 'config' | 'clock' | 'readBrand'>,
): Promise<void> =>
  transaction(services, async (tx) => {
    const copiedAt = await readSetting(tx, COPIED_AT);
    if (copiedAt === undefined) return;
    const { config, clock, readBrand } = services;
    const at = iso(clock());
    const before = await seriesAt(tx, at, config.timeZone);
    const year = seriesBegunAt(at, config.timeZone);
    const { series } = await readBrand(tx);
    const restored: RestoredBackup = {
      ...{ at, copiedAt: copiedAt || null, year, isSeen: false },
      last: await lastNumbers(tx, before),
      first: documentNumber(series, 'receipt', { year, serial: 1 }),
    };
    await storeDocument(tx, KEY, [restored, ...(await readRestores(tx))]);
    await tx.deleteFrom('settings').where('key', '=', COPIED_AT).execute();
  });

async function lastNumbers(db: Db, year: string): Promise<string[]> {
  const receipts = db.selectFrom('receipts').select('number').where('year', '=', year);
  const others = db.selectFrom('billing_documents').select('number').where('year', '=', year);
  const newest = await Promise.all([
    receipts.orderBy('serial', 'desc').executeTakeFirst(),
    ...(['invoice', 'refund', 'credit'] as const).map((kind) =>
      others.where('kind', '=', kind).orderBy('serial', 'desc').executeTakeFirst(),
    ),
  ]);
  return newest.flatMap((row) => row?.number ?? []);
}

/** Removes the restores from Today; the tax screen keeps them. */
export const hideRestores = (services: Services): Promise<void> =>
  transaction(services, async (tx) => {
    const seen = (await readRestores(tx)).map((each) => ({ ...each, isSeen: true }));
    await storeDocument(tx, KEY, seen);
  });
