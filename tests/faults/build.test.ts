import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publish } from '../../api/publish/build.ts';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';

/** A shop that has never been built, in a folder of its own. */
async function unbuilt(port: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'build-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const databaseUrl = `sqlite:${join(dataDir, 'shop.db')}`;
  const { db, close } = connect(databaseUrl);
  await migrate(db);
  await seed(db, { demoPeople: false });
  await close();
  return { dataDir, databaseUrl, siteOrigin: `http://localhost:${port}` };
}

test('two shops of one checkout are built at the same moment, and each gets its own site', async () => {
  const shops = await Promise.all([unbuilt(3001), unbuilt(3002)]);
  const names = await Promise.all(shops.map((shop) => publish(shop)));
  for (const [at, { dataDir, siteOrigin }] of shops.entries()) {
    const home = readFileSync(join(dataDir, 'site', 'current', 'index.html'), 'utf8');
    expect(home).toContain(`content="${names[at]}"`);
    expect(home).toContain(`<link rel="canonical" href="${siteOrigin}`);
  }
});
