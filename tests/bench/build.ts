// How long a publish takes with 10, 100 and 1,000 gigs: `node tests/bench/build.ts [counts …]`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../../api/modules/site/build-release.ts';
import { readCatalog } from '../../api/modules/site/catalog-snapshot.ts';
import { siteOf } from '../../api/modules/site/releases.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';
import { transaction } from '../../db/transaction.ts';

const counts = process.argv.slice(2).map(Number);
let before: { gigs: number; first: number } | null = null;
for (const gigs of counts.length ? counts : [10, 100, 1_000]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'build-'));
  const databaseUrl = `sqlite:${join(dataDir, 'app.db')}`;
  const target = { dataDir, databaseUrl, siteOrigin: 'http://localhost:3000' };
  await fill(databaseUrl, gigs);
  const first = await secondsOf(() => publish(target));
  await renameOne(databaseUrl);
  const again = await secondsOf(() => publish(target));
  const plain = await secondsOf(() => plainLoop(target));
  const growth =
    before && `, ${(((first - before.first) / (gigs - before.gigs)) * 1_000).toFixed(0)} ms each`;
  console.log(
    `${gigs} gigs: ${first.toFixed(1)} s${growth ?? ''}; ` +
      `again with one changed ${again.toFixed(1)} s (${(again / first).toFixed(2)} of it); ` +
      `plain loop ${plain.toFixed(2)} s`,
  );
  before = { gigs, first };
  rmSync(dataDir, { recursive: true, force: true });
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** The minimum of any generator: read the rows and write a page of the same size for each. */
async function plainLoop({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }) {
  const { db, close } = openDatabase(databaseUrl);
  const { gigs } = await readCatalog(db);
  const [model] = gigs;
  if (!model) throw new Error('no gig to take as a model');
  const built = join(siteOf(dataDir), 'current', 'my-gig', `${model._id}.html`);
  const parts = readFileSync(built, 'utf8').split(model.title);
  const out = join(dataDir, 'plain');
  mkdirSync(out);
  for (const gig of gigs) writeFileSync(join(out, `${gig._id}.html`), parts.join(gig.title));
  await close();
}

async function renameOne(url: string): Promise<void> {
  const { db, close } = openDatabase(url);
  const title = 'A gig under a new name';
  await db.updateTable('gigs').set({ title }).where('position', '=', 1).execute();
  await close();
}

/** The starter data, with its gigs copied until there are this many. */
async function fill(url: string, gigs: number): Promise<void> {
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
