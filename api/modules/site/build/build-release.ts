import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../../db/database.ts';
import { DEFAULT_TIME_ZONE } from '../../../platform/dates.ts';
import { readPictureBytes } from '../../../platform/files/queries.ts';
import type { ContentKind } from '../../catalog/content/kind.ts';
import { KINDS, MANY } from '../../catalog/content/kinds.ts';
import { type ChangeCounts, readChangeCounts } from '../publish/change-counters.ts';
import type { ProgressLog } from '../publish/progress.ts';
import { currentName, siteOf } from '../releases/release-files.ts';
import {
  type FileSource,
  type Manifest,
  manifestFile,
  openReleaseFolder,
  QUICK,
  readManifest,
  writeManifest,
} from '../releases/release-folder.ts';
import { showsContent } from '../rules.ts';
import { writeHostRules } from '../serve/host-files.ts';
import { type BuildTarget, buildVersion } from './build-target.ts';
import { createCatalogReader } from './catalog-reader.ts';
import {
  type Catalog,
  type Content,
  readCatalog,
  type StoredContent,
  shownOf,
  withReviews,
} from './catalog-snapshot.ts';
import { compileSite } from './compile-templates.ts';
import { type CompiledSite, loadCompiledSite, renderPages } from './render-pages.ts';
import { contentsOf, validateRelease } from './validate-release.ts';

/** The compiled site to publish; tests use small ones. */
export interface SiteToPublish {
  site: CompiledSite;
  assets: FileSource;
  /** Hashes of the inline scripts of the templates: the only ones that a page may run. */
  scripts: string[];
  /** Pages that were rendered by a different version are rendered again. */
  version: string;
}

export interface BuildOptions {
  log?: (text: string) => void;
  /** Opens the compiled site; replaced in tests. */
  open?: (target: BuildTarget, job: Pick<Job, 'name' | 'log'>) => Promise<SiteToPublish>;
  /** The pages that a release must have before the switch. */
  needed?: readonly string[];
  /** Renders every page, even if it has not changed. */
  all?: boolean;
}

interface Job extends BuildOptions {
  name: string;
  /**
   * The release to render again from its own content. Of one without content the pages and files that show content stay.
   * Otherwise the content is what the owner has saved.
   */
  stored?: { name: string; content?: StoredContent } | undefined;
  progress: Pick<ProgressLog, 'put'>;
  log: (text: string) => void;
}

interface BuiltRelease {
  content: Content;
  counts: ChangeCounts;
  manifest: Manifest;
  rendered: string[];
  scripts: string[];
}

/** Builds a release from its content, today's reviews and the pages of a stored release, and validates it. */
export async function buildRelease(
  target: BuildTarget,
  { db }: Database,
  { name, stored, progress, log, open = openCompiledSite, needed, all }: Job,
): Promise<BuiltRelease> {
  const site = siteOf(target.dataDir);
  // Read before the catalog: a change in between is published again, but never missed.
  const counts = await readChangeCounts(db);
  const known = (!all && (stored?.name ?? currentName(target.dataDir))) || '';
  const before = readManifest(manifestFile(target.dataDir, known));
  const kept = stored && !stored.content ? keptPages(before) : undefined;
  const shown = await (stored?.content
    ? withReviews(db, stored.content)
    : readCatalog(db).then(shownOf));
  const catalog = kept ? withPage(shown, kept) : shown;
  const reader = createCatalogReader(catalog);
  progress.put({ step: 'Build the pages' });
  const { site: compiled, assets, version, scripts } = await open(target, { name, log });
  const source = before && { folder: join(site, known), files: before.files };
  const folder = openReleaseFolder(join(site, name), source);
  for (const file of Object.keys(assets.files)) folder.add(file, assets);
  // The owner may have deleted a picture that is still published.
  const pictureBytes = async (url: string) =>
    (await readPictureBytes(db, url)) ??
    (source ? await readFile(join(source.folder, url)).catch(() => undefined) : undefined);
  const { pages, rendered } = await renderPages({
    site: compiled,
    catalog: reader,
    pictureBytes,
    folder,
    scripts: new Set(scripts),
    log,
    same: before?.version === version ? before.pages : {},
    before: before?.pages ?? {},
    kept: kept ?? {},
  });
  for (const file of Object.keys((kept && source?.files) ?? {}))
    if (!folder.files[file]) folder.keep(file);
  log(
    `${rendered.length} of ${Object.keys(pages).length} pages and generated files were rendered.\n`,
  );
  progress.put({ step: 'Check pages and links' });
  const contents = contentsOf(folder.files, pages);
  const faults = validateRelease(contents, catalog, needed);
  if (faults.length > 0) throw new Error(`The new site is not whole:\n${faults.join('\n')}`);
  progress.put({ step: 'Prepare for serving' });
  for (const address of contents.media) {
    const file = address.slice(1);
    if (folder.keep(file)) continue;
    const bytes = await pictureBytes(address);
    if (!bytes) throw new Error(`The picture ${address} is shown but not in the database.`);
    folder.write(file, bytes);
  }
  await writeHostRules(folder, contents, { ...target, renamed: reader.redirects() });
  await folder.compress(QUICK);
  await folder.flush();
  const { reviews, ...content } = catalog;
  const manifest = kept
    ? // Of the version before, so that the next publish renders every page.
      { version: before?.version ?? '', files: folder.files, pages }
    : { version, files: folder.files, pages, content };
  await writeManifest(manifestFile(target.dataDir, name), manifest);
  return { content, counts, manifest, rendered, scripts };
}

/** The pages and generated files of a release that show content. */
function keptPages(before: Manifest | null): Manifest['pages'] {
  if (!before) throw new Error('The release has no list of its files.');
  return Object.fromEntries(Object.entries(before.pages).filter(([path]) => showsContent(path)));
}

/** The catalog with only those items that have a page already. */
function withPage(catalog: Catalog, pages: Manifest['pages']): Catalog {
  const lists = MANY.map((many) => {
    const { pageOf }: ContentKind = KINDS[many];
    return [many, catalog[many].filter((item) => pages[pageOf(item)])];
  });
  return { ...catalog, ...Object.fromEntries(lists) };
}

let loaded: { key: string; opened: SiteToPublish } | null = null;

/** Compiles the pages if needed and loads them. A running worker does this only once. */
export async function openCompiledSite(target: BuildTarget, { log }: Pick<Job, 'log'>) {
  const { version: sources, folder, assets, scripts } = await compileSite(log);
  const version = buildVersion(target, sources);
  if (loaded?.key === version) return loaded.opened;
  process.env['TZ'] = target.timeZone ?? DEFAULT_TIME_ZONE;
  const site = await loadCompiledSite(folder, target.siteOrigin);
  const opened = { site, assets, version, scripts };
  loaded = { key: version, opened };
  return opened;
}
