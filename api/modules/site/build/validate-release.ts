import { REQUIRED_PAGES, spaFallbackFor } from '../rules.ts';
import type { Catalog } from './catalog-snapshot.ts';
import type { Manifest } from './manifest.ts';

export interface ReleaseContents {
  /** Addresses of pages. */
  pages: Set<string>;
  /** Addresses of all files; pages without their extension. */
  files: Set<string>;
  /** `/media/…` addresses that pages show. */
  media: Set<string>;
  /** Hashes of all inline scripts, for one CSP for all pages. */
  scripts: Set<string>;
  /** Links by target, each with a page that contains it. */
  links: Map<string, string>;
}

const MEDIA = /^\/media\/[\da-f]{40}\.\w+$/;
/** Paths that the app serves and that are in no release. */
const SERVED = /^\/(api|gateway|dev|media)\//;

/** The address of a page file; the same rule as in hosts and api/modules/site/serve/serve-site.ts. */
const addressOf = (file: string): string =>
  file.endsWith('.html') ? `/${file}`.replace(/(\/index)?\.html$/, '') || '/' : `/${file}`;

export function contentsOf(files: Manifest['files'], pages: Manifest['pages']): ReleaseContents {
  const found: ReleaseContents = {
    pages: new Set(),
    files: new Set(Object.keys(files).map(addressOf)),
    media: new Set(),
    scripts: new Set(),
    links: new Map(),
  };
  // Most pages have the same addresses: each is parsed once.
  const addresses = new Map<string, string>();
  for (const [page, { content }] of Object.entries(pages)) {
    if (!content) continue;
    found.pages.add(page);
    for (const hash of content.scripts) found.scripts.add(hash);
    for (const address of content.addresses) addresses.set(address, page);
  }
  for (const [address, page] of addresses) {
    const path = address.split(/[?#]/)[0] ?? '';
    if (MEDIA.test(path)) found.media.add(path);
    if (path) found.links.set(path, page);
  }
  return found;
}

/** Returns the problems of a release, one sentence each. Empty if it is safe to switch to it. */
export function validateRelease(
  found: ReleaseContents,
  catalog: Catalog,
  needed: readonly string[] = REQUIRED_PAGES,
) {
  const faults: string[] = [];
  for (const page of needed) {
    if (!found.pages.has(page)) faults.push(`The page ${page} is missing.`);
  }
  for (const gig of catalog.gigs) {
    if (!found.pages.has(`/my-gig/${gig._id}`)) faults.push(`The gig “${gig.title}” has no page.`);
  }
  for (const [link, page] of found.links) {
    const path = decoded(link);
    if (path === null) {
      faults.push(`${page} links to ${link}, which is no address.`);
      continue;
    }
    const trimmed = path === '/' ? path : path.replace(/\/$/, '');
    const there = found.files.has(trimmed) || found.pages.has(spaFallbackFor(trimmed));
    if (!there && !SERVED.test(path)) faults.push(`${page} links to ${link}, which is not there.`);
  }
  return faults;
}

function decoded(link: string): string | null {
  try {
    return decodeURI(link);
  } catch {
    return null;
  }
}
