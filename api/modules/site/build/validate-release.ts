import { createHash } from 'node:crypto';
import { XMLValidator } from 'fast-xml-parser';
import { Parser } from 'htmlparser2';
import { hasControlInLines } from '../../../platform/characters.ts';
import { gigPath } from '../../catalog/gigs/rules.ts';
import type { Manifest } from '../releases/release-folder.ts';
import { REQUIRED_PAGES, spaFallbackFor } from '../rules.ts';
import type { Catalog } from './catalog-snapshot.ts';

/** The parts of an HTML page that the publisher and the CSP need. */
export interface PageContent {
  /** Hashes of the inline scripts, for the CSP; data blocks need none. */
  scripts: string[];
  /** Addresses on this site to which the page links or which it loads. */
  addresses: string[];
}

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'action'];
const SRCSET_ATTRIBUTES = ['srcset', 'imagesrcset'];
const DATA_TYPES = ['application/json', 'application/ld+json'];

/** A script as the CSP names it. */
export const hashOfScript = (code: string): string =>
  `sha256-${createHash('sha256').update(code).digest('base64')}`;

/** Parses a page with an HTML parser, so that text that only looks like a link or script is ignored. */
export function readPageContent(html: string): PageContent {
  const scripts = new Set<string>();
  const addresses = new Set<string>();
  let code: string | null = null;
  const addAddress = (address: string) => {
    if (address.startsWith('/') && !address.startsWith('//')) addresses.add(address);
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const each of URL_ATTRIBUTES) addAddress(attributes[each]?.trim() ?? '');
      for (const each of SRCSET_ATTRIBUTES) {
        for (const part of (attributes[each] ?? '').split(',')) addAddress(firstWord(part));
      }
      const isCode = !('src' in attributes) && !DATA_TYPES.includes(attributes['type'] ?? '');
      code = name === 'script' && isCode ? '' : null;
    },
    ontext(text) {
      if (code !== null) code += text;
    },
    onclosetag(name) {
      if (name === 'script' && code !== null) {
        scripts.add(hashOfScript(code));
      }
      code = null;
    },
  });
  parser.end(html);
  return { scripts: [...scripts], addresses: [...addresses] };
}

/** Why programs could not read this XML; null if they can. */
export function faultInXml(xml: string): string | null {
  if (hasControlInLines(xml)) return 'a character that XML forbids';
  const read = XMLValidator.validate(xml);
  return read === true ? null : read.err.msg;
}

const firstWord = (text: string): string => text.trim().split(/\s/)[0] ?? '';

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

export const MEDIA = /^\/media\/([\da-f]{40})\.\w+$/;
/** Paths that the app serves and that are in no release. */
const SERVED = /^\/(api|gateway|dev|media)\//;

/** The address of a page file; the same rule as in hosts and api/modules/site/serve/serve-site.ts. */
export const addressOf = (file: string): string =>
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
    if (!found.pages.has(gigPath(gig))) faults.push(`The gig “${gig.title}” has no page.`);
  }
  for (const [link, page] of found.links) {
    if (!isServed(link, found.files)) faults.push(`${page} links to ${link}, which is not there.`);
  }
  return faults;
}

/** Whether a path leads to one of these addresses, or is answered by the app. */
export function isServed(link: string, addresses: ReadonlySet<string>): boolean {
  const path = decoded(link);
  if (path === null) return false;
  const trimmed = path === '/' ? path : path.replace(/\/$/, '');
  return addresses.has(trimmed) || addresses.has(spaFallbackFor(trimmed)) || SERVED.test(path);
}

function decoded(link: string): string | null {
  try {
    return decodeURI(link);
  } catch {
    return null;
  }
}
