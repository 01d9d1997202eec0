import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../../db/database.ts';
import { openFiles } from '../../../../db/files/stored-files.ts';
import { openLeaseDatabase, waitForLease } from '../../../../db/leases.ts';
import { migrate } from '../../../../db/migrate.ts';
import { systemClock } from '../../../platform/clock.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import { NOTHING } from '../../catalog/content/kinds.ts';
import { BEST, compress, entryOf, type FileSource } from '../releases/release-folder.ts';
import { seed } from '../starter-shop.ts';
import { DIST, IMPORTED_FILE, templateDigest } from './build-target.ts';
import { createCatalogReader } from './catalog-reader.ts';
import { type Catalog, readCatalog } from './catalog-snapshot.ts';
import { loadCompiledSite } from './render-pages.ts';
import { hashOfScript, readPageContent } from './validate-release.ts';

/** The compiled pages and the static files of every release. */
interface Compilation {
  /** The hash of the sources. */
  version: string;
  /** The folder: compiled pages in `server`, static files in `client`. */
  folder: string;
  assets: FileSource;
  /** Hashes of the inline scripts of the templates. */
  scripts: string[];
}

const ASSETS = 'assets.json';
const IMPORTED = 'imported.json';
const SCRIPTS = 'scripts.json';
/** The previous version may still be used by a running app. */
const VERSIONS = 2;

/** What this process uses, whatever becomes of the sources. */
let compiled: string | undefined;

/** Returns the compiled pages of this version; compiles them first if needed. */
export async function compileSite(log: (text: string) => void): Promise<Compilation> {
  const folderOf = (digest: string) => join(DIST, digest.slice(0, 16));
  let version = compiled ?? templateDigest();
  if (!existsSync(folderOf(version))) {
    requireWritable();
    await runExclusively(join(PROJECT_ROOT, '.astro', 'leases.db'), async () => {
      version = await compile(folderOf, log);
    });
  }
  compiled = version;
  const folder = folderOf(version);
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const files = read(ASSETS) as FileSource['files'];
  const scripts = read(SCRIPTS) as string[];
  return { version, folder, assets: { folder: join(folder, 'client'), files }, scripts };
}

/** The program may belong to another user than the one who runs it. */
function requireWritable(): void {
  try {
    accessSync(PROJECT_ROOT, constants.W_OK);
  } catch {
    throw new Error(
      `The pages of this version are not compiled, and this user cannot write to ${PROJECT_ROOT}. As its owner run there: npm run build -- --compile`,
    );
  }
}

/** Returns the digest of what was compiled: with a new note of what pages import it is another than before. */
async function compile(
  folderOf: (digest: string) => string,
  log: (text: string) => void,
): Promise<string> {
  const before = templateDigest();
  if (existsSync(folderOf(before))) return before;
  const aside = `${folderOf(before)}.part`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  log('Compiling the pages …\n');
  await runAstro(aside, log);
  await writeFile(join(aside, ASSETS), JSON.stringify(await compressAssets(join(aside, 'client'))));
  await writeFile(join(aside, SCRIPTS), JSON.stringify(await templateScripts(aside)));
  await rename(join(aside, IMPORTED), IMPORTED_FILE);
  const version = templateDigest();
  const folder = folderOf(version);
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  const byAge = readdirSync(DIST)
    .map((name) => join(DIST, name))
    .filter((path) => path !== IMPORTED_FILE)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(VERSIONS)) await rm(old, { recursive: true, force: true });
  return version;
}

/**
 * The inline scripts of the templates: those that the compiler has put aside for pages, and those of the pages of the starter
 * shop, one gig of which has prices in dollars, and of an empty one. Not from published pages: a
 * script that somebody smuggles into a text must not be allowed by its own hash.
 */
async function templateScripts(folder: string): Promise<string[]> {
  const site = await loadCompiledSite(folder, 'http://localhost');
  const starter = await readStarterCatalog();
  const shop = { ...starter, gigs: starter.gigs.map((gig, at) => (at ? gig : inDollars(gig))) };
  const empty = { ...starter, ...NOTHING, reviews: [] };
  const scripts = new Set(site.inlineScripts.map(hashOfScript));
  for (const catalog of [shop, empty].map((each) => createCatalogReader(each))) {
    for (const path of site.paths(catalog).filter((each) => !/\.\w+$/.test(each))) {
      const page = await site.render(path, { catalog, pictureBytes: async () => undefined });
      for (const hash of readPageContent(await page.text()).scripts) scripts.add(hash);
    }
  }
  return [...scripts].sort();
}

const inDollars = <T extends Catalog['gigs'][number]>(gig: T): T => ({
  ...gig,
  PricingPlans: gig.PricingPlans.map((plan) => ({ ...plan, priceUsd: plan.price })),
  extraFeatures: gig.extraFeatures.map((extra) => ({ ...extra, priceUsd: extra.price })),
});

async function readStarterCatalog(): Promise<Catalog> {
  const store = openDatabase('sqlite::memory:');
  const dir = await mkdtemp(join(tmpdir(), 'starter-'));
  try {
    await migrate(store);
    await seed({ store, files: openFiles({ dir }, { store, clock: systemClock }) });
    return await readCatalog(store.db);
  } finally {
    await store.close();
    await rm(dir, { recursive: true });
  }
}

/** Compresses each file at the best quality, once for all releases. */
async function compressAssets(client: string): Promise<FileSource['files']> {
  const files: FileSource['files'] = {};
  const entries = readdirSync(client, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(client.length + 1).replaceAll('\\', '/');
    const bytes = readFileSync(path);
    files[file] = entryOf(bytes);
    for (const [name, compressed] of await compress(file, bytes, BEST)) {
      await writeFile(join(client, name), compressed);
      files[name] = entryOf(compressed);
    }
  }
  return files;
}

/**
 * Runs one build at a time, because Astro writes into the checkout while it compiles. The apps of a checkout
 * may have different databases, so the lease is stored in a file of the checkout.
 */
export async function runExclusively(file: string, build: () => Promise<void>): Promise<void> {
  const store = await openLeaseDatabase(file);
  try {
    const lease = await waitForLease({ store }, 'build');
    await build().finally(lease?.release);
  } finally {
    await store.close();
  }
}

function runAstro(outDir: string, log: (text: string) => void): Promise<void> {
  const bin = join(PROJECT_ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [bin, 'build'], {
    cwd: PROJECT_ROOT,
    // No other environment variables: compiled pages must only depend on the sources and contain no secrets.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      SITE_OUT: outDir,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      log(text);
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => {
      if (code === 0) done();
      else failed(new Error(`The pages could not be compiled:\n${output}`));
    });
  });
}
