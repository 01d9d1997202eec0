import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { emit } from '../../../platform/events.ts';
import type { Services } from '../../../platform/services.ts';
import { cancellationTermsChanged } from '../events.ts';
import {
  CANCELLATION_TERMS,
  type CancellationTerms,
  LATE_DAYS,
  PERCENT,
  TERMS_ORDER,
} from './rules.ts';

const percent = z.int(PERCENT).min(0, PERCENT).max(100, PERCENT);

/** Has no share for delivered orders: after a delivery the buyer cannot cancel without the owner. */
export const termsBody = z
  .object({
    notAccepted: percent,
    accepted: percent,
    lateAfterDays: z.int(LATE_DAYS).min(0, LATE_DAYS).max(90, LATE_DAYS),
    late: percent,
  })
  .refine(({ notAccepted, accepted }) => notAccepted >= accepted, {
    message: TERMS_ORDER,
    path: ['notAccepted'],
  })
  .refine(({ late, accepted }) => late >= accepted, { message: TERMS_ORDER, path: ['late'] });

type TermsInput = z.output<typeof termsBody>;

const KEY = 'cancellation terms';

/** The terms for new agreements: those of the owner, or the default ones. */
export async function readTerms(db: Db): Promise<CancellationTerms> {
  const value = await readSetting(db, KEY);
  return value ? (JSON.parse(value) as CancellationTerms) : CANCELLATION_TERMS;
}

/** Stores new terms under the next version. Existing agreements and sent quotes do not change. */
export const changeTerms = (services: Services, input: TermsInput): Promise<CancellationTerms> =>
  transaction(services, async (tx) => {
    await lockName(tx, KEY);
    const { version, delivered } = await readTerms(tx);
    const terms: CancellationTerms = { version: version + 1, ...input, delivered };
    await storeSetting(tx, KEY, JSON.stringify(terms));
    await emit(tx, services, cancellationTermsChanged, {});
    return terms;
  });
