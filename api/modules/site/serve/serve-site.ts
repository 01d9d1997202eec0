import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { Config } from '../../../config.ts';
import type { Env } from '../../../platform/http/env.ts';
import { FOREVER, pagePolicy, providerOrigins } from '../../../platform/http/headers.ts';
import { readPageContent } from '../build/read-page-content.ts';
import type { ReleaseFollower } from '../releases/follow-releases.ts';
import { currentName, releaseNames, siteOf } from '../releases/release-files.ts';
import { spaFallbackFor } from '../rules.ts';

const PAYMENT_PAGE = /^\/(process-payment|orders)(\/|$)/;
const COMPRESSED_COPY = /\.(br|gz)$/;
/** Makes Chromium prefetch the public page of a link that is about to be followed. */
const SPECULATION_RULES = '/speculation-rules.json';
const PUBLIC_PAGE = /^\/($|my-|seller$|security$|sign-)/;
const CSP = 'Content-Security-Policy';
const COOP = 'Cross-Origin-Opener-Policy';
const HEADERS_OF_304 = [...RETAINED_304_HEADERS, CSP, COOP];

/**
 * Serves `<dataDir>/site/current`. Each response comes from a single release, also during a switch. Pages
 * that are already open still find their scripts and styles as long as their release is stored.
 */
export function staticSite(config: Config, follow: ReleaseFollower['follow']) {
  const describe = createFileDescriptions(config);

  async function serve(c: Context<Env>, release: string): Promise<Response | undefined> {
    const { path } = c.req;
    const root = join(siteOf(config.dataDir), release);
    const fallback = spaFallbackFor(path);
    const file = fallback ? `${fallback}.html` : fileOf(path);
    const isPage = file.endsWith('.html') && existsSync(join(root, file));
    const pays = isPage && config.razorpay !== null && PAYMENT_PAGE.test(path);
    c.req.raw.headers.set('Accept-Encoding', encodingFor(c));
    const answer = serveStatic<Env>({
      root,
      path: fallback && file,
      rewriteRequestPath: () => file,
      precompressed: true,
    });
    const found = await answer(c, async () => {});
    if (!found) return undefined;
    const { headers } = found;
    const { etag, policy } = describe(join(root, file), { isPage, pays });
    headers.set('ETag', etag);
    headers.set('Cache-Control', /^\/(_astro|media)\//.test(path) ? FOREVER : 'no-cache');
    headers.set('Vary', 'Accept-Encoding');
    if (path.endsWith('.wav')) headers.set('Content-Type', 'audio/wav');
    if (path === SPECULATION_RULES) {
      headers.set('Content-Type', 'application/speculationrules+json');
    }
    if (policy) {
      headers.set(CSP, policy);
      if (PUBLIC_PAGE.test(path)) headers.set('Speculation-Rules', `"${SPECULATION_RULES}"`);
    }
    // A bank's popup must be able to report back to a payment page.
    if (pays) headers.set(COOP, 'same-origin-allow-popups');
    return found;
  }

  return new Hono<Env>().get('*', etag({ retainedHeaders: HEADERS_OF_304 }), async (c) => {
    const { path } = c.req;
    const current = currentName(config.dataDir);
    if (!current || COMPRESSED_COPY.test(path)) return missing(c);
    const older = path.startsWith('/_astro/') ? releaseNames(config.dataDir) : [];
    for (const release of [current, ...older]) {
      const found = await serve(c, release);
      if (found) return found;
    }
    if (path.startsWith('/_astro/')) {
      // The page came from a process that switched to a new release earlier.
      await follow().catch(() => {});
      const now = currentName(config.dataDir);
      const found = now && now !== current && (await serve(c, now));
      if (found) return found;
    }
    if (isFile(path)) return missing(c);
    return c.redirect(pageInstead(path, join(siteOf(config.dataDir), current)), 302);
  });
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
  const gig = /^\/gig\/([\w-]+)$/.exec(path);
  if (gig) return `/my-gig/${gig[1]}`;
  const page = /^((?:\/[\w-]+)+)\/+$/.exec(path)?.[1];
  return page && existsSync(join(release, `${page}.html`)) ? page : '/';
}

/** Negotiates the encoding here, because the file server ignores quality values (`gzip;q=0.8`). */
const encodingFor = (c: Context<Env>): string =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    match: (offered, { supports, default: none }) =>
      supports.find((name) => offered.some(({ type, q }) => type === name && q > 0)) ?? none,
  });

interface FileDescription {
  etag: string;
  /** The CSP of a page. */
  policy: string | null;
}

/** Headers of files, computed at the first request: a file of a release never changes. */
function createFileDescriptions(config: Config) {
  const known = new Map<string, FileDescription>();
  const MAX_FILES = 1_000;

  function read(path: string, isPage: boolean, pays: boolean): FileDescription {
    const bytes = readFileSync(path);
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const policy =
      isPage &&
      pagePolicy({
        scriptHashes: readPageContent(bytes.toString()).scripts,
        ...(pays ? { open: providerOrigins(config.razorpay) } : {}),
      });
    // A hash of the content, so that a publish does not invalidate unchanged pages in browser caches. Weak,
    // because the compressed copies share it.
    return { etag: `W/"${digest}"`, policy: policy || null };
  }

  return (path: string, { isPage, pays }: { isPage: boolean; pays: boolean }): FileDescription => {
    const description = known.get(path) ?? read(path, isPage, pays);
    if (known.size > MAX_FILES) known.clear();
    known.set(path, description);
    return description;
  };
}
