import type { Db } from '../../../db/database.ts';
import type { Payment } from '../../../db/schema.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';

const WATERMARKS = { payments: 'payments walked to', refunds: 'refunds read to' };
type List = keyof typeof WATERMARKS;

/** Reads the watermark in milliseconds; null before the first run. */
export async function readWatermark(db: Db, list: List = 'payments'): Promise<number | null> {
  const value = await readSetting(db, WATERMARKS[list]);
  return value ? Date.parse(value) : null;
}

export const storeWatermark = (tx: Db, time: number, list: List = 'payments') =>
  storeSetting(tx, WATERMARKS[list], new Date(time).toISOString());

/** Returns those of these payments that are stored. */
export async function findRecorded(db: Db, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('payments').select(['id', 'refunded']).where('id', 'in', ids).execute();
  return new Map<string, Pick<Payment, 'refunded'>>(rows.map((row) => [row.id, row]));
}
