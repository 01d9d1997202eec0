import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { todayOf } from '../catalog/availability/availability.ts';
import { findOrder } from '../orders/queries.ts';
import { keysRefused } from './events.ts';

/** What the provider refuses of buyers, in one task: the last time, and how often it has said so. */
interface Refusal {
  words: string;
  orderId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  at: string;
  count: number;
}

const KEY = 'refused by the provider';

const readRefusal = (db: Db): Promise<Refusal | null> => readDocument<Refusal>(db, KEY);

/** Stores for the owner that the provider refuses what a buyer wants to pay. */
export const recordRefusal = (
  services: Services,
  about: Pick<Refusal, 'orderId' | 'amount' | 'currency'>,
  { words }: ProviderError,
): Promise<void> =>
  transaction(services, async (tx) => {
    await lockName(tx, KEY);
    const before = await readRefusal(tx);
    const count = before?.words === words ? before.count + 1 : 1;
    const refusal: Refusal = { ...about, words, at: iso(services.clock()), count };
    await storeDocument(tx, KEY, refusal);
  });

/** Alarms the owner, once a day, that the provider refuses the keys. */
export const reportRefusedKeys = (services: Services): Promise<void> =>
  transaction(services, (tx) =>
    // What a buyer has tried is not what the buyer tells.
    emit(tx, { ...services, actor: undefined }, keysRefused, { day: todayOf(services) }),
  );

/** The provider takes as much again. */
export async function forgetRefusal(
  services: Services,
  { amount, currency }: Pick<Refusal, 'amount' | 'currency'>,
): Promise<void> {
  const known = await readRefusal(services.store.db);
  if (known && known.currency === currency && amount >= known.amount) await hideRefusal(services);
}

export const hideRefusal = (services: Pick<Services, 'store' | 'background'>): Promise<void> =>
  transaction(services, async (tx) => {
    await tx.deleteFrom('settings').where('key', '=', KEY).execute();
  });

/** What the provider refuses, for Today; null if it refuses nothing, or the order is gone. */
export async function findRefusal(db: Db) {
  const refusal = await readRefusal(db);
  if (!refusal || !(await findOrder(db, refusal.orderId))) return null;
  return { ...refusal, amount: toRupees(refusal.amount) };
}
