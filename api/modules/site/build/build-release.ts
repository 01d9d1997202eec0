import { join } from 'node:path';
import type { Database } from '../../../../db/database.ts';
import { DEFAULT_TIME_ZONE } from '../../../platform/dates.ts';
import { readPictureBytes } from '../../../platform/files/queries.ts';
import { type ChangeCounts, readChangeCounts } from '../publish/change-counters.ts';
import {
  type FileSource,
  type Manifest,
  manifestFile,
  openReleaseFolder,
  QUICK,
  readManifest,
  writeManifest,
} from '../releases/release-folder.ts';
import { currentName, siteOf } from '../releases/rendered-site.ts';
import type { DeadLink, Step } from '../rules.ts';
import { writeHostRules } from '../serve/host-files.ts';
import { type BuildTarget, buildVersion, openPictures } from './build-target.ts';
import { type Content, readCatalog, shownOf, withToday } from './catalog-snapshot.ts';
import { compileSite } from './compile-templates.ts';
import { openCatalog } from './live-links.ts';
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
  /** The name of the folder. */
  name: string;
  /** What was published; otherwise the content is what the owner has saved. */
  content?: Content | undefined;
  step?: (step: Step) => void;
  log: (text: string) => void;
}

export interface BuiltPages {
  content: Content;
  counts: ChangeCounts;
  manifest: Manifest;
  /** The addresses of the pages that were not reused. */
  rendered: string[];
  scripts: string[];
  deadLinks: DeadLink[];
}

/** Makes the pages of a content with today's reviews in a folder of their own, and validates them. */
export async function buildPages(
  target: BuildTarget,
  { db }: Database,
  { name, content: stored, step, log, open = openCompiledSite, needed, all }: Job,
): Promise<BuiltPages> {
  const site = siteOf(target.dataDir);
  // Read before the catalog: a change in between is published again, but never missed.
  const counts = await readChangeCounts(db);
  const known = (!all && currentName(target.dataDir)) || '';
  const before = readManifest(manifestFile(target.dataDir, known));
  const catalog = stored ? await withToday(db, stored) : shownOf(await readCatalog(db));
  step?.('Build the pages');
  const opened = await open(target, { name, log });
  const { site: compiled, assets, version, scripts } = opened;
  const { reader, deadLinks } = await openCatalog(db, catalog, opened, target.siteOrigin);
  const source = before && { folder: join(site, known), files: before.files };
  const folder = openReleaseFolder(join(site, name), source);
  for (const file of Object.keys(assets.files)) folder.add(file, assets);
  const files = openPictures(target);
  const pictureBytes = (url: string) => readPictureBytes({ store: { db }, files }, url);
  const { pages, rendered } = await renderPages({
    site: compiled,
    catalog: reader,
    pictureBytes,
    folder,
    scripts: new Set(scripts),
    log,
    same: before?.version === version ? before.pages : {},
    before: before?.pages ?? {},
  });
  log(
    `${rendered.length} of ${Object.keys(pages).length} pages and generated files were rendered.\n`,
  );
  step?.('Check pages and links');
  const contents = contentsOf(folder.files, pages);
  const faults = validateRelease(contents, catalog, needed);
  if (faults.length > 0) throw new Error(`The new site is not whole:\n${faults.join('\n')}`);
  step?.('Prepare for serving');
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
  const manifest = { version, files: folder.files, pages, content };
  await writeManifest(manifestFile(target.dataDir, name), manifest);
  return { content, counts, manifest, rendered, scripts, deadLinks };
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
