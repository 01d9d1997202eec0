import type { Db } from '../../../db/database.ts';
import type { Payment } from '../../../db/schema.ts';

const WATERMARK = 'payments walked to';

/** Milliseconds; null before the first reading. */
export async function readWatermark(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', WATERMARK)
    .executeTakeFirst();
  return row ? Date.parse(row.value) : null;
}

export const storeWatermark = (tx: Db, time: number) => {
  const value = new Date(time).toISOString();
  return tx
    .insertInto('settings')
    .values({ key: WATERMARK, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};

/** Those of these payments that are in the books. */
export async function findRecorded(db: Db, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('payments').select(['id', 'refunded']).where('id', 'in', ids).execute();
  return new Map<string, Pick<Payment, 'refunded'>>(rows.map((row) => [row.id, row]));
}
