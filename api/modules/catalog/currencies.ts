import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Currency } from '../../platform/money/rules.ts';
import { ProviderError } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { catalogChanged } from './events.ts';

const KEY = 'sells in dollars';
const NOT_TAKEN =
  'Razorpay takes no dollars on this account. Ask it to enable international payments first.';
const NO_ANSWER = 'Razorpay does not answer just now, so dollars are still off. Please try again.';

export const dollarsBody = z.object({ isOn: z.boolean() });

/** Whether the shop sells in this currency. Dollars are off until the owner turns them on. */
export const isSold = async (db: Db, currency: Currency): Promise<boolean> =>
  currency === 'INR' || (await readSetting(db, KEY)) === 'on';

/** Turns dollars on, if the provider takes them, or off. Orders that were placed keep their currency. */
export async function switchDollars(services: Services, isOn: boolean): Promise<void> {
  if (isOn) await requireInternational(services);
  await transaction(services, async (tx) => {
    await storeSetting(tx, KEY, isOn ? 'on' : 'off');
    await emit(tx, services, catalogChanged, {});
  });
}

/** Opens an order of $1 at the provider, which nobody pays: an account without international payments refuses it. */
async function requireInternational({ provider }: Services): Promise<void> {
  const receipt = `dollars ${crypto.randomUUID().slice(0, 18)}`;
  try {
    await provider.createOrder({ amount: 100, currency: 'USD', receipt, orderId: receipt });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw error.isRefusal
      ? new ApiError(409, `${NOT_TAKEN} It says: “${error.words}”`)
      : new ApiError(502, NO_ANSWER);
  }
}
