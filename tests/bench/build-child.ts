// The publishing process of the benchmark, in its own process to measure its processor time and memory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BuildOptions, openCompiledSite } from '../../api/modules/site/build/build-release.ts';
import { type BuildTarget, openPictures } from '../../api/modules/site/build/build-target.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { publish } from '../../api/modules/site/publish/publish-release.ts';
import { readPictureBytes } from '../../api/platform/files/queries.ts';
import { openDatabase } from '../../db/database.ts';

/** The work that the benchmark requests. */
export interface BuildQuestion {
  work: 'load' | 'loop' | 'everything' | 'publish';
  target: BuildTarget;
  /** Without share pictures the time of the pages is measured, of which there may be ten thousand. */
  sharePictures: boolean;
}

export interface BuildAnswer {
  seconds: number;
  cpu: number;
  /** Resident memory at its maximum since the process started, in MB. */
  peak: number;
}

process.on('message', async ({ work, target, sharePictures }: BuildQuestion) => {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const open: BuildOptions['open'] = (...args) => openSite(sharePictures, ...args);
  if (work === 'load') await openCompiledSite(target, { log() {} });
  else if (work === 'loop') await renderAll(target, open);
  else await publish(target, { open, all: work === 'everything' });
  const { user, system } = process.cpuUsage(before);
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  process.send?.({
    seconds: (performance.now() - started) / 1_000,
    cpu: (user + system) / 1e6,
    peak: Number(peak) / 1_000,
  } satisfies BuildAnswer);
});
process.on('disconnect', () => process.exit());

async function openSite(
  sharePictures: boolean,
  ...[target, job]: Parameters<typeof openCompiledSite>
) {
  const opened = await openCompiledSite(target, job);
  if (sharePictures) return opened;
  const { site } = opened;
  const picture: typeof site.render = async (path, input) => {
    if (!path.startsWith('/og/')) return site.render(path, input);
    input.catalog.shareCard(path.slice('/og/'.length, -'.jpg'.length));
    return new Response('a picture', { headers: { 'Content-Type': 'image/jpeg' } });
  };
  return { ...opened, site: { ...site, render: picture } };
}

/** The least that any generator does: render every page and write it. */
async function renderAll(
  target: BuildTarget,
  open: NonNullable<BuildOptions['open']>,
): Promise<void> {
  const { db, close } = openDatabase(target.databaseUrl);
  const { site } = await open(target, { name: '', log() {} });
  const catalog = createCatalogReader(await readCatalog(db));
  const pictureBytes = (url: string) =>
    readPictureBytes({ store: { db }, files: openPictures(target) }, url);
  for (const path of site.paths(catalog)) {
    // React frees what a page was made of in the next turn.
    await nextTurn();
    const answer = await site.render(path, { catalog, pictureBytes });
    const file = join(target.dataDir, 'plain', `${path}.out`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  }
  await close();
}
