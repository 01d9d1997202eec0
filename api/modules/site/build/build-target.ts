import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TIME_ZONE } from '../../../platform/dates.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';

export interface BuildTarget {
  dataDir: string;
  databaseUrl: string;
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

const SOURCES = ['src', 'public', 'api', 'db/schema.ts', 'astro.config.mjs', 'package-lock.json'];

let known: string | undefined;

/** The hash of all sources of the compiled pages, as they were when this process started. */
export function sourceDigest(): string {
  known ??= digestOfSources();
  return known;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, join(PROJECT_ROOT, source));
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
