import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { readSetting } from '../../../../db/settings.ts';
import type { Subscriber } from '../../../platform/events.ts';

// Counters and not times, so that a clock rollback has no effect: a release with another count does not
// include the change.
const KEYS = {
  /** Changes of the owner's content that visitors can see. */
  changes: 'catalog changes',
  /** Changes of reviews, and of the names and pictures of their authors. */
  reviews: 'review changes',
  /** Erasures of people whose name or picture is on public pages. */
  erasures: 'erasures',
};

/** How often public content had changed when a release was made. */
export type ChangeCounts = Record<keyof typeof KEYS, number>;

export const countChange = (tx: Db) => increment(tx, KEYS.changes);

export const countReviewChange: Subscriber<object> = (tx) => increment(tx, KEYS.reviews);

/** Counts a change of a person if public pages show it. */
export const countAuthorChange: Subscriber<{ userId: string }> = async (tx, _, { userId }) => {
  if (await hasReview(tx, userId)) await increment(tx, KEYS.reviews);
};

/** Counts the erasure of a person if public pages show the name. */
export async function countErasure(tx: Db, userId: string): Promise<void> {
  if (!(await hasReview(tx, userId))) return;
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
