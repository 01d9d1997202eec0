import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { emit } from '../../../platform/events.ts';
import type { Services } from '../../../platform/services.ts';
import { cancellationTermsChanged } from '../events.ts';
import { CANCELLATION_TERMS, type CancellationTerms } from './rules.ts';
import type { TermsInput } from './schema.ts';

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
