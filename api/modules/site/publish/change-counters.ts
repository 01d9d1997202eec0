import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { Subscriber } from '../../../platform/events.ts';
import type { Services } from '../../../platform/services.ts';
import { listRequestsOf } from '../../case-studies/queries.ts';
import { dependsOnDate, todayOf } from '../../catalog/availability/availability.ts';
import { measureNumbers } from '../build/measured-numbers.ts';

// Counters and not times, so that a clock rollback has no effect: a release with another count does not
// include the change.
const KEYS = {
  /** Changes of the owner's content that visitors can see. */
  changes: 'catalog changes',
  /** Changes of reviews, of the names and pictures of their authors, and of when orders are taken. */
  reviews: 'review changes',
  /** Erasures of what must not be in any release: people with their name or picture, and what clients took back. */
  erasures: 'erasures',
};

/** How often public content had changed when a release was made. */
export type ChangeCounts = Record<keyof typeof KEYS, number>;

export const countChange = (tx: Db) => increment(tx, KEYS.changes);

export const countReviewChange: Subscriber<object> = (tx) => increment(tx, KEYS.reviews);

const RENDERED_DAY = 'pages of the day';

/** A job: counts the begin of a day on which pages change, because something on them depends on the date. */
export async function countNewDay(services: Services): Promise<void> {
  const { db } = services.store;
  const today = todayOf(services);
  if ((await readSetting(db, RENDERED_DAY)) === today || !(await dependsOnDate(db))) return;
  await transaction(services, async (tx) => {
    await storeSetting(tx, RENDERED_DAY, today);
    await measureNumbers(tx, services);
    await increment(tx, KEYS.reviews);
  });
}

/** Counts a change of a person if public pages show it. */
export const countAuthorChange: Subscriber<{ userId: string }> = async (tx, _, { userId }) => {
  if (await hasReview(tx, userId)) await increment(tx, KEYS.reviews);
};

/** Counts the erasure of a person if public pages show the name, or a case study of an order. */
export async function countErasure(tx: Db, userId: string): Promise<void> {
  const isShown = (await hasReview(tx, userId)) || (await listRequestsOf(tx, userId)).length > 0;
  if (isShown) await countErased(tx);
}

/** Counts what a client took back; pages go without it at once, and if that fails with the job of every minute. */
export const countWithdrawal: Subscriber<object> = async (tx, { publisher, log }) => {
  await countErased(tx);
  tx.onCommit(() =>
    publisher.refreshPages().catch((error: unknown) => log.error('pages still show it', error)),
  );
};

async function countErased(tx: Db): Promise<void> {
  await increment(tx, KEYS.erasures);
  await increment(tx, KEYS.reviews);
}

export async function readChangeCounts(db: Db): Promise<ChangeCounts> {
  const read = async (key: string) => Number((await readSetting(db, key)) ?? 0);
  return {
    changes: await read(KEYS.changes),
    reviews: await read(KEYS.reviews),
    erasures: await read(KEYS.erasures),
  };
}

const hasReview = async (db: Db, userId: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('reviews')
      .select('id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst(),
  );

const increment = async (tx: Db, key: string): Promise<void> => {
  await tx
    .insertInto('settings')
    .values({ key, value: '1' })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: sql<string>`cast(cast(settings.value as integer) + 1 as text)` }),
    )
    .execute();
};
