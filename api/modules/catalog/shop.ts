import type { Db } from '../../../db/database.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import type { Tx } from '../../../db/transaction.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { catalogChanged } from './events.ts';

const KEY = 'shop';
const CLOSED = 'The shop is not open yet. Please come back soon.';

/** Whether visitors see the shop and may order. A new one is closed until its owner opens it. */
export const isShopOpen = async (db: Db): Promise<boolean> =>
  (await readSetting(db, KEY)) === 'open';

/** Throws 409 while the shop is closed. Call it in every transaction that makes an order. */
export async function requireOpenShop(tx: Db): Promise<void> {
  if (!(await isShopOpen(tx))) throw new ApiError(409, CLOSED);
}

export async function openShop(tx: Tx, services: Services): Promise<void> {
  await storeSetting(tx, KEY, 'open');
  await emit(tx, services, catalogChanged, {});
}
