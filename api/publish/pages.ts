import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import pLimit from 'p-limit';
import type { Catalogue } from './catalogue.ts';
import { NEEDED, shellOf } from './rules.ts';

/** What one reading of every page tells. */
export interface Survey {
  /** Addresses of pages. */
  pages: Set<string>;
  /** Addresses of all files, pages without their extension. */
  files: Set<string>;
  /** `/media/…` addresses that pages show. */
  media: Set<string>;
  /** Hashes of all inline scripts, for one policy that fits every page. */
  scripts: Set<string>;
  /** Links by where they lead, each with a page that holds it. */
  links: Map<string, string>;
}

const AT_ONCE = 8;
const ADDRESSES = ['href', 'src', 'poster', 'action'];
const SETS = ['srcset', 'imagesrcset'];
const MEDIA = /^\/media\/[\da-f]{40}\.\w+$/;
/** Answered by the shop, whatever the release holds. */
const SERVED = /^\/(api|gateway|dev|media)\//;

/** A page's address from its file: what hosts and api/site.ts agree on. */
export const addressOf = (file: string): string =>
  file.endsWith('.html') ? `/${file}`.replace(/(\/index)?\.html$/, '') || '/' : `/${file}`;

/** The hashes of a page's inline scripts, for its policy; data blocks need none. */
export function inlineScripts(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', code = ''] of html.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    if (/\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
    hashes.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
  }
  return [...hashes];
}

/** Reads a built release once. */
export async function survey(release: string): Promise<Survey> {
  const found: Survey = {
    pages: new Set(),
    files: new Set(),
    media: new Set(),
    scripts: new Set(),
    links: new Map(),
  };
  const limit = pLimit(AT_ONCE);
  const jobs: Promise<void>[] = [];
  for await (const entry of glob('**/*', { cwd: release, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name).slice(release.length + 1);
    const address = addressOf(file);
    found.files.add(address);
    if (!file.endsWith('.html')) continue;
    found.pages.add(address);
    jobs.push(limit(async () => read(await readFile(join(release, file), 'utf8'), address, found)));
  }
  await Promise.all(jobs);
  return found;
}

function read(html: string, page: string, found: Survey): void {
  for (const hash of inlineScripts(html)) found.scripts.add(hash);
  const parser = new Parser({
    onopentag(_name, attributes) {
      for (const address of addressesIn(attributes)) {
        const path = address.replace(/[?#].*$/, '');
        if (!/^\/(?!\/)/.test(path)) continue;
        found.links.set(path, page);
        if (MEDIA.test(path)) found.media.add(path);
      }
    },
  });
  parser.end(html);
}

/** Where an element leads or what it loads. Text that only looks like an address is none. */
function addressesIn(attributes: Record<string, string>): string[] {
  const candidates = SETS.flatMap((name) => attributes[name]?.split(',') ?? []);
  return [
    ...ADDRESSES.map((name) => attributes[name] ?? ''),
    ...candidates.map((each) => each.trim().split(/\s/)[0] ?? ''),
  ];
}

/** What is wrong with a release, a sentence each; empty when it may be switched to. */
export function faultsOf(found: Survey, catalogue: Catalogue, needed: readonly string[] = NEEDED) {
  const faults: string[] = [];
  for (const page of needed) {
    if (!found.pages.has(page)) faults.push(`The page ${page} is missing.`);
  }
  for (const gig of catalogue.gigs) {
    if (!found.pages.has(`/my-gig/${gig._id}`)) faults.push(`The gig “${gig.title}” has no page.`);
  }
  for (const [link, page] of found.links) {
    const path = decoded(link);
    if (path === null) {
      faults.push(`${page} links to ${link}, which is no address.`);
      continue;
    }
    const trimmed = path === '/' ? path : path.replace(/\/$/, '');
    const there = found.files.has(trimmed) || found.pages.has(shellOf(trimmed));
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
