// How long a publish takes with 10, 100 and 1,000 gigs: `node tests/bench/build.ts [counts …]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../../api/publish/build.ts';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';

const counts = process.argv.slice(2).map(Number);
const seconds: { gigs: number; s: number }[] = [];
for (const gigs of counts.length ? counts : [10, 100, 1_000]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'build-'));
  const databaseUrl = `sqlite:${join(dataDir, 'shop.db')}`;
  await fill(databaseUrl, gigs);
  const started = performance.now();
  await publish({ dataDir, databaseUrl, siteOrigin: 'http://localhost:3000' });
  seconds.push({ gigs, s: (performance.now() - started) / 1_000 });
  rmSync(dataDir, { recursive: true, force: true });
}
for (const [at, { gigs, s }] of seconds.entries()) {
  const before = seconds[at - 1];
  const growth = before
    ? `, ${(((s - before.s) / (gigs - before.gigs)) * 1_000).toFixed(0)} ms for each more`
    : '';
  console.log(`${gigs} gigs: ${s.toFixed(1)} s${growth}`);
}

/** The starter shop, its gigs copied until there are this many. */
async function fill(url: string, gigs: number): Promise<void> {
  const { db, close } = connect(url);
  await migrate(db);
  await seed(db, { demoPeople: true });
  const [first, ...others] = await db.selectFrom('gigs').selectAll().execute();
  if (!first) throw new Error('the starter shop has no gig');
  const plans = await db.selectFrom('plans').selectAll().where('gig_id', '=', first.id).execute();
  const shown = await db.selectFrom('gig_pictures').selectAll().execute();
  await db.transaction().execute(async (tx) => {
    for (let at = others.length + 1; at < gigs; at += 1) {
      const id = `copy-${at}`;
      await tx
        .insertInto('gigs')
        .values({ ...first, id, slug: id, position: at })
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
  await close();
}
