import type { Db } from '../../../../db/database.ts';
import { lockName } from '../../../../db/engine.ts';
import { type TransactionServices, transaction } from '../../../../db/transaction.ts';
import { CANCELLATION_TERMS, type CancellationTerms } from '../rules.ts';
import type { TermsInput } from './schema.ts';

const KEY = 'cancellation terms';

/** The terms for new agreements: those of the owner, or the default ones. */
export async function readTerms(db: Db): Promise<CancellationTerms> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as CancellationTerms) : CANCELLATION_TERMS;
}

/** Stores new terms under the next version. Existing agreements and sent quotes do not change. */
export const changeTerms = (
  services: TransactionServices,
  input: TermsInput,
): Promise<CancellationTerms> =>
  transaction(services, async (tx) => {
    await lockName(tx, KEY);
    const { version, delivered } = await readTerms(tx);
    const terms: CancellationTerms = { version: version + 1, ...input, delivered };
    const value = JSON.stringify(terms);
    await tx
      .insertInto('settings')
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    return terms;
  });
