import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';

/** `optimum` is instant where the bank can do it, for a fee of the provider; otherwise it becomes `normal`. */
export type RefundSpeed = 'normal' | 'optimum';

export const refundSpeedBody = z.object({ speed: z.enum(['normal', 'optimum']) });

const KEY = 'refund speed';

export const readRefundSpeed = async (db: Db): Promise<RefundSpeed> =>
  (await readSetting(db, KEY)) === 'optimum' ? 'optimum' : 'normal';

export const changeRefundSpeed = (services: Services, speed: RefundSpeed) =>
  transaction(services, (tx) => storeSetting(tx, KEY, speed));

const DAYS: Record<RefundSpeed, string> = {
  normal: 'Banks need five to seven working days to show it.',
  optimum: 'Most banks show it within minutes, others after five to seven working days.',
};

/** How long a refund takes, as the provider says it: a range, for mails and screens. */
export const readRefundDays = async (db: Db): Promise<string> => DAYS[await readRefundSpeed(db)];
