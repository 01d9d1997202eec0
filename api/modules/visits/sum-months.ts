import { sql } from 'kysely';
import { transaction } from '../../../db/transaction.ts';
import { DAY, later } from '../../platform/clock.ts';
import type { Services } from '../../platform/services.ts';
import { addCount } from './count-visits.ts';
import { DAYS_KEPT, LEAST_OF_A_SOURCE, OTHER } from './rules.ts';

/** Replaces the days of months that are older than two years with the sum of each month. */
export async function sumMonths(services: Services): Promise<void> {
  const oldest = later(services.clock(), -DAYS_KEPT * DAY).slice(0, 7);
  await transaction(services, async (tx) => {
    const month = sql<string>`substr(day, 1, 7)`;
    const found = await tx
      .selectFrom('visits')
      .select(['kind', 'name', month.as('month'), sql<number>`sum(count)`.as('count')])
      .where('day', '<', oldest)
      .where(sql`length(day)`, '=', 10)
      .groupBy(['month', 'kind', 'name'])
      .execute();
    if (found.length === 0) return;
    await tx
      .deleteFrom('visits')
      .where('day', '<', oldest)
      .where(sql`length(day)`, '=', 10)
      .execute();
    for (const { kind, name, month: day, count } of found) {
      const isRare = kind === 'source' && count < LEAST_OF_A_SOURCE;
      await tx
        .insertInto('visits')
        .values({ day, kind, name: isRare ? OTHER : name, count })
        .onConflict(addCount(count))
        .execute();
    }
  });
}
