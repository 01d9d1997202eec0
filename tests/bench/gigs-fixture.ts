import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';
import { transaction } from '../../db/transaction.ts';

/** The starter data, with its first gig copied until there are this many. */
export async function fillWithGigs(url: string, gigs: number): Promise<void> {
  const store = openDatabase(url);
  const { db } = store;
  await migrate(store);
  await seed(store, { demoPeople: true });
  const [first, ...others] = await db.selectFrom('gigs').selectAll().execute();
  if (!first) throw new Error('the starter shop has no gig');
  const plans = await db.selectFrom('plans').selectAll().where('gig_id', '=', first.id).execute();
  const shown = await db.selectFrom('gig_pictures').selectAll().execute();
  await transaction({ store }, async (tx) => {
    for (let at = others.length + 1; at < gigs; at += 1) {
      const id = `copy-${at}`;
      await tx
        .insertInto('gigs')
        .values({ ...first, id, slug: id, title: `${first.title} ${at}`, position: at })
        .execute();
      await tx
        .insertInto('plans')
        .values(plans.map((plan) => ({ ...plan, gig_id: id, id: `${plan.id}-${at}` })))
        .execute();
      const pictures = shown.filter((each) => each.gig_id === first.id);
      const rows = pictures.map((each) => ({ ...each, gig_id: id }));
      await tx.insertInto('gig_pictures').values(rows).execute();
    }
  });
  await store.close();
}

/** A change of one gig that visitors see; returns its new title and its page. */
export async function renameGig(url: string, title: string): Promise<string> {
  const { db, close } = openDatabase(url);
  const gig = await db
    .updateTable('gigs')
    .set({ title })
    .where('position', '=', 1)
    .returning('id')
    .executeTakeFirstOrThrow();
  await close();
  return `/my-gig/${gig.id}`;
}
