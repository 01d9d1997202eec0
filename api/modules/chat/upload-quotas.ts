import type { Db } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { DAY, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { sumUploads } from './attachments.ts';
import { UPLOADS_FULL, UPLOADS_MANY, UPLOADS_OF_ORDER, UPLOADS_OF_PERSON } from './texts.ts';

const MB = 1024 * 1024;
const DAILY_BYTES = 200 * MB;
const ORDER_BYTES = 300 * MB;
const PERSON_BYTES = 500 * MB;
const TOTAL_BYTES = 10_000 * MB;

/**
 * Throws if a quota would be exceeded: 429 for the day, 409 for the order or the person, 503 for the whole
 * app. The owner only has the daily quota. Call it in the transaction that stores the file.
 */
export async function assertWithinQuota(
  tx: Db,
  who: Pick<User, 'id' | 'role'>,
  file: { orderId: string; bytes: number; now: Date },
): Promise<void> {
  const isOver = async (most: number, of: Parameters<typeof sumUploads>[1]) =>
    (await sumUploads(tx, of)) + file.bytes > most;
  if (await isOver(DAILY_BYTES, { uploaderId: who.id, since: later(file.now, -DAY) })) {
    throw new ApiError(429, UPLOADS_MANY, { retryAfter: DAY / 1000 });
  }
  if (who.role === 'owner') return;
  if (await isOver(ORDER_BYTES, { orderId: file.orderId, uploaderId: who.id })) {
    throw new ApiError(409, UPLOADS_OF_ORDER);
  }
  if (await isOver(PERSON_BYTES, { uploaderId: who.id })) {
    throw new ApiError(409, UPLOADS_OF_PERSON);
  }
  if (await isOver(TOTAL_BYTES, {})) throw new ApiError(503, UPLOADS_FULL);
}
