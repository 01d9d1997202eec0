import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FilesLocation, openFileStore } from '../../../../db/files/file-store.ts';
import { DEFAULT_TIME_ZONE } from '../../../platform/dates.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';

export interface BuildTarget {
  dataDir: string;
  databaseUrl: string;
  files?: FilesLocation | undefined;
  siteOrigin: string;
  /** The time zone of the dates in prerendered pages. The browser then shows its own. */
  timeZone?: string;
  /** The address at which a static host in front reaches the app. */
  apiOrigin?: string | null;
  razorpay?: { checkoutUrl: string } | null;
  /** The command that runs in the release's folder after the switch. */
  publishCommand?: string | null;
  /** The names of further variables that this command gets. */
  publishEnv?: string[];
}

/** The pictures of the site, to read them. */
export const openPictures = ({ dataDir, files }: Pick<BuildTarget, 'dataDir' | 'files'>) =>
  openFileStore(files ?? { dir: join(dataDir, 'files') });

const SOURCES = ['src', 'public', 'api', 'db/schema.ts', 'astro.config.mjs', 'package-lock.json'];

/** Where compiled pages are. */
export const DIST = join(PROJECT_ROOT, 'dist');
/** The files outside `src` that compiled pages import, noted by the last compilation. */
export const IMPORTED_FILE = join(DIST, 'imported.json');
/** What pages are compiled of besides what they import. */
const TEMPLATES = ['src', 'public', 'api/modules/site', 'astro.config.mjs', 'package-lock.json'];

let known: string | undefined;

/** The hash of all sources, as they were when this process started. */
function sourceDigest(): string {
  known ??= digestOf(SOURCES);
  return known;
}

/** The hash of the sources of the compiled pages: a change of the API that no page imports compiles nothing again. */
export function templateDigest(): string {
  if (!existsSync(IMPORTED_FILE)) return sourceDigest();
  const imported = JSON.parse(readFileSync(IMPORTED_FILE, 'utf8')) as string[];
  const there = imported.filter((file) => existsSync(join(PROJECT_ROOT, file)));
  return digestOf([...TEMPLATES, ...there]);
}

function digestOf(sources: string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) addTo(hash, join(PROJECT_ROOT, source));
  return hash.digest('hex');
}

/**
 * The hash of everything in a release except the catalog: sources and settings. If it differs, the site is outdated. A
 * release stores it as `fingerprint`.
 */
export function buildVersion(
  target: Pick<BuildTarget, 'siteOrigin'> & Partial<Pick<BuildTarget, 'timeZone' | 'apiOrigin'>>,
  sources = sourceDigest(),
): string {
  const { siteOrigin, timeZone = DEFAULT_TIME_ZONE, apiOrigin } = target;
  const made = [sources, siteOrigin, timeZone, apiOrigin ?? ''];
  return createHash('sha256').update(made.join(' ')).digest('hex');
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
  hash.update(path.slice(PROJECT_ROOT.length)).update(readFileSync(path));
}
