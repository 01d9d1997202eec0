import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import type { Config } from '../../../config.ts';
import type { Env } from '../../../platform/http/env.ts';
import {
  FOREVER,
  PDF_WORKER_POLICY,
  pagePolicy,
  providerOrigins,
} from '../../../platform/http/headers.ts';
import { digestOf } from '../../../platform/ids.ts';
import { isPublicPage } from '../../catalog/public-page-rules.ts';
import { readPageContent } from '../build/validate-release.ts';
import { currentName, folderNames, readRendered, siteOf } from '../releases/rendered-site.ts';
import { spaFallbackFor } from '../rules.ts';
import { newAddressIn, REDIRECTS } from './host-files.ts';

const PAYMENT_PAGE = /^\/(process-payment|orders|pay|one-rupee)\.html$/;
/** Leads out of the release. */
const UNSAFE_PATH = /(^|[/\\])\.{1,2}($|[/\\])|[/\\]{2,}|\\|\0/;
const ENDINGS: Record<string, string> = { br: '.br', gzip: '.gz' };
const PDF_WORKER = /^\/_astro\/pdf\.worker\b/;
const RANGE = /^bytes=(\d+-\d*|-\d+)$/;
const COMPRESSED_COPY = /\.(br|gz)$/;
/** Makes Chromium prefetch the public page of a link that is about to be followed. */
const SPECULATION_RULES = '/speculation-rules.json';
/** Types that `getMimeType` does not know. */
const TYPES: Record<string, string> = {
  [SPECULATION_RULES]: 'application/speculationrules+json',
  '.wav': 'audio/wav',
  '.md': 'text/markdown; charset=utf-8',
};
const HEADERS_OF_304 = [
  ...RETAINED_304_HEADERS,
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
];

/**
 * Serves `<dataDir>/site/current`. Each response comes from a single release, also during a switch. Pages
 * that are already open still find their scripts and styles for a day, also at another process.
 */
export function staticSite(
  config: Config,
  findCompiled: (path: string) => Promise<Buffer | undefined>,
) {
  const describe = createFileDescriptions(config);
  let rules = { release: '', text: '' };

  function rulesOf(release: string): string {
    if (rules.release !== release) {
      const file = join(siteOf(config.dataDir), release, REDIRECTS);
      rules = { release, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
    }
    return rules.text;
  }

  async function serve(c: Context<Env>, release: string): Promise<Response | undefined> {
    const { path } = c.req;
    const fallback = spaFallbackFor(path);
    const file = fallback ? `${fallback}.html` : fileOf(path);
    const found = describe(release, file);
    if (!found) return undefined;
    const root = join(siteOf(config.dataDir), release);
    const { headers, encodings } = found;
    // Safari plays sounds from parts of a file. What is no range of bytes is ignored, and so is one of another state.
    if (RANGE.test(c.req.header('Range') ?? '') && !c.req.header('If-Range')) {
      const part = await serveStatic<Env>({ root, path: file })(c, async () => {});
      for (const [name, value] of Object.entries(headers)) part?.headers.set(name, value);
      return part ?? undefined;
    }
    const encoding = encodings.length > 0 ? encodingFor(c, encodings) : '';
    const bytes = readFileSync(join(root, file + (ENDINGS[encoding] ?? '')));
    return c.body(bytes, 200, encoding ? { ...headers, 'Content-Encoding': encoding } : headers);
  }

  return new Hono<Env>().get('*', etag({ retainedHeaders: HEADERS_OF_304 }), async (c) => {
    const { path } = c.req;
    const current = currentName(config.dataDir);
    if (!current || COMPRESSED_COPY.test(path)) return missing(c);
    const older = path.startsWith('/_astro/') ? folderNames(config.dataDir) : [];
    for (const release of [current, ...older]) {
      const found = await serve(c, release);
      if (found) return found;
    }
    // The page came from a process with another version of the program.
    const compiled = path.startsWith('/_astro/') && (await findCompiled(path));
    if (compiled) {
      const type = getMimeType(path) ?? 'application/octet-stream';
      return c.body(new Uint8Array(compiled), 200, {
        'Content-Type': type,
        'Cache-Control': FOREVER,
      });
    }
    // A switch removes the pages before it.
    const now = currentName(config.dataDir);
    const found = now && now !== current && (await serve(c, now));
    if (found) return found;
    const moved = newAddressIn(rulesOf(current), path);
    if (moved) return c.redirect(moved + new URL(c.req.url).search, 301);
    if (isFile(path)) return missing(c);
    const page = pageInstead(path, join(siteOf(config.dataDir), current));
    return c.redirect(page + new URL(c.req.url).search, 302);
  });
}

/** Where past work or an article was that is no longer shown, visitors find the others. */
const LISTED = /^(\/(?:my-work|articles))\/[\w-]+\/*$/;

/** Whether people read the public pages from this one. */
function startsReading(file: string): boolean {
  const path = file === '/index.html' ? '/' : file.slice(0, -'.html'.length);
  return isPublicPage(path) || path.startsWith('/sign-');
}

function fileOf(path: string): string {
  if (path === '/') return '/index.html';
  return isFile(path) ? path : `${path}.html`;
}

/** Whether a program requests this path: it gets a 404, never a page instead. */
function isFile(path: string): boolean {
  if (path.startsWith('/.well-known/')) return true;
  const [, ...endings] = path.slice(path.lastIndexOf('/') + 1).split('.');
  const ending = endings.at(-1) ?? '';
  return /^\w+$/.test(ending) && !/^html?$/.test(ending);
}

function missing(c: Context<Env>): Response {
  c.header('Cache-Control', 'no-cache');
  return c.text('There is no such file.', 404);
}

function pageInstead(path: string, release: string): string {
  const gig = /^\/gig\/([\w-]+)\/*$/.exec(path);
  if (gig) return `/my-gig/${gig[1]}`;
  const page = /^((?:\/[\w-]+)+)\/+$/.exec(path)?.[1];
  const isPage = page && (spaFallbackFor(page) || existsSync(join(release, `${page}.html`)));
  if (isPage) return page;
  const list = LISTED.exec(path)?.[1];
  return list && existsSync(join(release, `${list}.html`)) ? list : '/';
}

/** Negotiates the encoding, with quality values (`gzip;q=0.8`); '' for the file as it is. */
const encodingFor = (c: Context<Env>, supports: string[]): string =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports,
    default: '',
    match: (offered, { supports, default: none }) =>
      supports.find((name) => offered.some(({ type, q }) => type === name && q > 0)) ?? none,
  });

interface FileDescription {
  headers: Record<string, string>;
  /** The encodings of its compressed copies. */
  encodings: string[];
}

/** Headers of files, computed at the first request: a file of a release never changes. */
function createFileDescriptions(config: Config) {
  const known = new Map<string, FileDescription>();
  const MAX_FILES = 1_000;

  function read(release: string, file: string): FileDescription | undefined {
    if (UNSAFE_PATH.test(file)) return undefined;
    const path = join(siteOf(config.dataDir), release, file);
    if (!existsSync(path) || !statSync(path).isFile()) return undefined;
    const bytes = readFileSync(path);
    const digest = digestOf(bytes);
    return {
      headers: {
        'Content-Type':
          TYPES[file] ?? TYPES[extname(file)] ?? getMimeType(file) ?? 'application/octet-stream',
        // A hash of the content, so that a publish does not invalidate unchanged pages in browser caches. Weak,
        // because the compressed copies share it.
        ETag: `W/"${digest}"`,
        'Cache-Control': /^\/(_astro|media)\//.test(file) ? FOREVER : 'no-cache',
        Vary: 'Accept-Encoding',
        ...(PDF_WORKER.test(file) && { 'Content-Security-Policy': PDF_WORKER_POLICY }),
        ...(file.endsWith('.html') ? pageHeaders(release, file, bytes.toString()) : {}),
      },
      encodings: Object.keys(ENDINGS).filter((each) => existsSync(path + ENDINGS[each])),
    };
  }

  function pageHeaders(release: string, file: string, html: string): Record<string, string> {
    const pays = config.razorpay !== null && PAYMENT_PAGE.test(file);
    const allowed = readRendered(config.dataDir, release)?.scripts;
    const policy = pagePolicy({
      scriptHashes: readPageContent(html).scripts.filter((hash) => allowed?.includes(hash) ?? true),
      ...(pays ? { open: providerOrigins(config.razorpay) } : {}),
    });
    return {
      'Content-Security-Policy': policy,
      ...(startsReading(file) ? { 'Speculation-Rules': `"${SPECULATION_RULES}"` } : {}),
      // A bank's popup must be able to report back to a payment page.
      ...(pays ? { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } : {}),
    };
  }

  return (release: string, file: string): FileDescription | undefined => {
    const key = release + file;
    const description = known.get(key) ?? read(release, file);
    if (!description) return undefined;
    if (known.size > MAX_FILES) known.clear();
    known.set(key, description);
    return description;
  };
}
