import type { Db } from '../../../db/database.ts';
import type { Payment } from '../../../db/schema.ts';

const WATERMARKS = { payments: 'payments walked to', refunds: 'refunds read to' };
type List = keyof typeof WATERMARKS;

/** Reads the watermark in milliseconds; null before the first run. */
export async function readWatermark(db: Db, list: List = 'payments'): Promise<number | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', WATERMARKS[list])
    .executeTakeFirst();
  return row ? Date.parse(row.value) : null;
}

export const storeWatermark = (tx: Db, time: number, list: List = 'payments') => {
  const value = new Date(time).toISOString();
  return tx
    .insertInto('settings')
    .values({ key: WATERMARKS[list], value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};

/** Returns those of these payments that are stored. */
export async function findRecorded(db: Db, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('payments').select(['id', 'refunded']).where('id', 'in', ids).execute();
  return new Map<string, Pick<Payment, 'refunded'>>(rows.map((row) => [row.id, row]));
}
