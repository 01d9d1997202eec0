// How long a publish takes with 10, 100 and 1,000 gigs: `node tests/bench/build.ts [counts …]`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publish } from '../../api/modules/site/build-release.ts';
import { createCatalogReader } from '../../api/modules/site/catalog-reader.ts';
import { readCatalog } from '../../api/modules/site/catalog-snapshot.ts';
import { openCompiledSite } from '../../api/modules/site/make-release.ts';
import { readPictureBytes } from '../../api/platform/files/queries.ts';
import { openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';
import { transaction } from '../../db/transaction.ts';

// As in the publishing process: React's own build for production.
process.env['NODE_ENV'] = 'production';

const counts = process.argv.slice(2).map(Number);
const log = () => {};
for (const gigs of counts.length ? counts : [10, 100, 1_000]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'build-'));
  const databaseUrl = `sqlite:${join(dataDir, 'app.db')}`;
  const target = { dataDir, databaseUrl, siteOrigin: 'http://localhost:3000' };
  await fill(databaseUrl, gigs);
  await openCompiledSite(target, { log });
  const peak = { mb: 0 };
  const watch = setInterval(() => {
    peak.mb = Math.max(peak.mb, process.memoryUsage.rss() / 1e6);
  }, 20);
  // The first round also warms the engine up.
  await measure(() => renderAll(target));
  const plain = await measure(() => renderAll(target));
  const everything = await measure(() => publish(target, { all: true }));
  await renameOne(databaseUrl);
  const one = await measure(() => publish(target));
  const nothing = await measure(() => publish(target));
  clearInterval(watch);
  console.log(
    `${gigs} gigs: plain render loop ${plain.text}; everything ${everything.text}, ` +
      `${(everything.cpu / plain.cpu).toFixed(1)} × its CPU; one change ${one.text}; ` +
      `nothing changed ${nothing.text}; at most ${peak.mb.toFixed(0)} MB`,
  );
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(work: () => Promise<unknown>) {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / 1e6;
  const seconds = (performance.now() - started) / 1_000;
  return { cpu, text: `${seconds.toFixed(2)} s (CPU ${cpu.toFixed(2)})` };
}

/** The least that any generator does: render every page and write it. */
async function renderAll(target: { dataDir: string; databaseUrl: string; siteOrigin: string }) {
  const { db, close } = openDatabase(target.databaseUrl);
  const { site } = await openCompiledSite(target, { log });
  const catalogue = createCatalogReader(await readCatalog(db));
  const pictureBytes = (url: string) => readPictureBytes(db, url);
  for (const path of site.paths(catalogue)) {
    const answer = await site.render(path, { catalogue, pictureBytes });
    const file = join(target.dataDir, 'plain', `${path}.out`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  }
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
