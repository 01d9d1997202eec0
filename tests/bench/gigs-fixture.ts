import { dirname } from 'node:path';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { seedInto } from '../support/database.ts';

/** The starter data, with its first gig copied until there are this many, and so each other kind of content. */
export async function fillWithGigs(url: string, gigs: number, ofOtherKinds = 0): Promise<void> {
  const store = openDatabase(url);
  const { db } = store;
  await migrate(store);
  await seedInto(store, dirname(url.replace('sqlite:', '')));
  const [first, ...others] = await db.selectFrom('gigs').selectAll().execute();
  if (!first) throw new Error('the starter shop has no gig');
  const { title, body, ...copied } = first;
  await transaction({ store }, async (tx) => {
    for (let at = others.length + 1; at < gigs; at += 1) {
      const id = `copy-${at}`;
      await tx
        .insertInto('gigs')
        .values({ ...copied, id, slug: id, body: copyOf(body, `${title} ${at}`, id), position: at })
        .execute();
    }
    for (const kind of ['project', 'article']) {
      const items = await tx
        .selectFrom('content_items')
        .selectAll()
        .where('kind', '=', kind)
        .execute();
      const [item] = items;
      if (!item) throw new Error(`the starter shop has no ${kind}`);
      const { title: name, body: text, ...row } = item;
      for (let at = items.length; at < ofOtherKinds; at += 1) {
        const id = `copy-${kind}-${at}`;
        const copy = { ...JSON.parse(text), title: `${name} ${at}`, slug: id };
        await tx
          .insertInto('content_items')
          .values({ ...row, id, slug: id, body: JSON.stringify(copy), position: at })
          .execute();
      }
    }
  });
  await store.close();
}

const copyOf = (body: string, title: string, slug: string): string =>
  JSON.stringify({ ...JSON.parse(body), title, slug });

const renamed = (body: string, title: string): string =>
  JSON.stringify({ ...JSON.parse(body), title });

/** A change of one gig that visitors see; returns its new title and its page. */
export async function renameGig(url: string, title: string): Promise<string> {
  const { db, close } = openDatabase(url);
  const gig = await db
    .selectFrom('gigs')
    .select(['id', 'body'])
    .where('position', '=', 1)
    .executeTakeFirstOrThrow();
  const body = renamed(gig.body, title);
  await db.updateTable('gigs').set({ body }).where('id', '=', gig.id).execute();
  await close();
  return `/my-gig/${JSON.parse(body).slug}`;
}
