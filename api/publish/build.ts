import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { glob, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

export interface BuildTarget {
  dataDir: string;
  databaseUrl: string;
  siteOrigin: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['src', 'public', 'api', 'db/schema.ts', 'astro.config.mjs', 'package-lock.json'];
const KEEP = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What a release was made of; another value means that the site is stale. */
export function fingerprint(target: BuildTarget): string {
  const hash = createHash('sha256').update(target.siteOrigin);
  for (const source of SOURCES) addTo(hash, join(ROOT, source));
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!/\.\w+$/.test(path)) {
    const names = readdirSync(path, { withFileTypes: true });
    for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory()) addTo(hash, join(path, entry.name));
      else hash.update(entry.name).update(readFileSync(join(path, entry.name)));
    }
    return;
  }
  hash.update(path.slice(ROOT.length)).update(readFileSync(path));
}

/** Whether there is a site to serve at all. */
export const hasRelease = (target: Pick<BuildTarget, 'dataDir'>): boolean =>
  existsSync(join(target.dataDir, 'site', 'current', 'index.html'));

/** Whether `current` holds a release made of today's sources. */
export function isFresh(target: BuildTarget): boolean {
  const site = join(target.dataDir, 'site');
  try {
    const release = join(site, readlinkSync(join(site, 'current')));
    const made = JSON.parse(readFileSync(`${release}.json`, 'utf8')) as { fingerprint: string };
    return existsSync(join(release, 'index.html')) && made.fingerprint === fingerprint(target);
  } catch {
    return false;
  }
}

/** Builds a release in a folder of its own and switches to it in one step. Throws on failure. */
export async function buildSite(
  target: BuildTarget,
  tell: (line: string) => void = () => {},
): Promise<string> {
  const site = join(target.dataDir, 'site');
  mkdirSync(site, { recursive: true });
  const name = `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(3).toString('hex')}`;
  const release = join(site, name);
  const mark = fingerprint(target);
  try {
    await astro(target, release, tell);
    await compress(release);
    await writeFile(`${release}.json`, JSON.stringify({ fingerprint: mark }));
    const link = join(site, `.${name}`);
    await symlink(name, link);
    await rename(link, join(site, 'current'));
  } catch (error) {
    await rm(release, { recursive: true, force: true });
    throw error;
  }
  await prune(site);
  return name;
}

function astro(target: BuildTarget, out: string, tell: (line: string) => void): Promise<void> {
  const bin = join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [bin, 'build'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: target.databaseUrl,
      SITE_ORIGIN: target.siteOrigin,
      SITE_OUT: out,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-20_000);
      tell(text);
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => {
      if (code === 0) done();
      else failed(new Error(`The site could not be built:\n${log}`));
    });
  });
}

/** Brotli and gzip beside every text file, so that serving never compresses. */
async function compress(dir: string): Promise<void> {
  const jobs: Promise<void>[] = [];
  for await (const name of glob('**/*.{html,css,js,json,svg,xml,txt,webmanifest}', { cwd: dir })) {
    jobs.push(
      (async () => {
        const path = join(dir, name);
        const bytes = await readFile(path);
        if (bytes.length < 256) return;
        await writeFile(`${path}.br`, await compressBrotli(bytes));
        await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }));
      })(),
    );
  }
  await Promise.all(jobs);
}

async function prune(site: string): Promise<void> {
  const current = readlinkSync(join(site, 'current'));
  const releases = readdirSync(site)
    .filter((name) => /^\d{14}-\w+$/.test(name) && name !== current)
    .sort()
    .reverse();
  for (const name of releases.slice(KEEP - 1)) {
    await rm(join(site, name), { recursive: true, force: true });
    await rm(join(site, `${name}.json`), { force: true });
  }
}

if (import.meta.main) {
  const { readConfig } = await import('../lib/config.ts');
  const { openStore } = await import('../../db/open.ts');
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
  const config = readConfig(process.env, ROOT);
  await (await openStore(config.databaseUrl, config.starter)).close();
  const name = await buildSite(config, (line) => process.stdout.write(line));
  process.stdout.write(`Release ${name} is current.\n`);
}
