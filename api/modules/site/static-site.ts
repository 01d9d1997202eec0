import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Config } from '../../config.ts';
import type { Env } from '../../platform/http/env.ts';
import { FOREVER, pagePolicy, providerOrigins } from '../../platform/http/headers.ts';
import { readPage } from './read-page.ts';
import { listReleases } from './releases.ts';
import { shellPathOf } from './rules.ts';
import { ALL_FILES, addressOf } from './validate-release.ts';

/** The built site, held in memory; follows the release that `current` points at. */
export interface Site {
  answer(c: Context<Env>): Response;
}

interface File {
  type: string;
  etag: string;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  /** The page's own policy, read from it when it is first asked for; null for what is not a page. */
  policy: (() => string) | null;
  /** Opens the real provider's dialog. */
  pays: boolean;
  cache: string;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};

const PAYS = /^\/(process-payment|orders)(\/|$)/;
const LOOK_EVERY_MS = 1_000;

/**
 * Opens `<dataDir>/site/current`. A release switched in later is served within a second, whole: its
 * files replace the old ones at one moment. Pages already open still find the scripts and styles
 * they were built with, as long as their release is kept.
 */
export async function openSite(config: Config): Promise<Site> {
  const link = join(config.dataDir, 'site', 'current');
  let release = readlinkSync(link);
  let files = await loadFiles(config, release);
  let older = await loadOlder(config, release, new Map());
  let looked = Date.now();
  let loading = false;

  async function load(): Promise<void> {
    const target = readlinkSync(link);
    if (target === release) return;
    const fresh = await loadFiles(config, target);
    const rest = await loadOlder(config, target, new Map([...older, ...files]));
    // Served until now, and perhaps dropped from the disk by several publishes since the last visit.
    const replaced = [...files].filter(([address]) => address.startsWith('/_astro/'));
    files = fresh;
    older = new Map([...replaced, ...rest]);
    release = target;
  }

  function follow(): void {
    const now = Date.now();
    if (loading || now - looked < LOOK_EVERY_MS) return;
    looked = now;
    loading = true;
    // A release may be dropped while it is read: what is served stays, and the next look tells more.
    void load()
      .catch(() => {})
      .finally(() => {
        loading = false;
      });
  }

  return {
    answer(c) {
      follow();
      const path = decode(c.req.path);
      const file = files.get(path) ?? files.get(shellPathOf(path)) ?? older.get(path);
      if (file) return send(c, file);
      if (isFile(path)) return missing(c);
      return c.redirect(elsewhere(path, files), 302);
    },
  };
}

/** Asked for by programs: to be told of a page instead would mislead them. */
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

function elsewhere(path: string, files: Map<string, File>): string {
  const gig = /^\/gig\/([\w-]+)$/.exec(path);
  if (gig) return `/my-gig/${gig[1]}`;
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  const trimmed = path.slice(0, end);
  return files.has(trimmed) ? trimmed : '/';
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function send(c: Context<Env>, file: File): Response {
  c.header('ETag', file.etag);
  c.header('Cache-Control', file.cache);
  c.header('Vary', 'Accept-Encoding');
  if (file.policy) c.header('Content-Security-Policy', file.policy());
  // A bank's own window must be able to report back to the page of a payment.
  if (file.pays) c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  if (c.req.header('If-None-Match')?.includes(file.etag)) return c.body(null, 304);
  c.header('Content-Type', file.type);
  const accepted = c.req.header('Accept-Encoding') ?? '';
  const [encoding, bytes] =
    file.br && /\bbr\b(?!;\s*q=0(\.0*)?(?!\d|\.))/.test(accepted)
      ? (['br', file.br] as const)
      : file.gzip && /\bgzip\b(?!;\s*q=0(\.0*)?(?!\d|\.))/.test(accepted)
        ? (['gzip', file.gzip] as const)
        : ([null, file.plain] as const);
  if (encoding) c.header('Content-Encoding', encoding);
  return c.body(bytes as Uint8Array<ArrayBuffer>);
}

type Files = Map<string, File>;

/** Pictures of the catalogue lie in the release for static hosts; here the database serves them. */
const LEFT_OUT = /\.(br|gz)$|^\/(_headers|_redirects)$|^\/media\//;

async function loadFiles(config: Config, release: string): Promise<Files> {
  const dir = join(config.dataDir, 'site', release);
  const files: Files = new Map();
  for await (const entry of glob(ALL_FILES, { cwd: dir, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dir.length).replaceAll('\\', '/');
    if (!entry.isFile() || LEFT_OUT.test(name)) continue;
    const address = addressOf(name.slice(1));
    files.set(address, loadFile(path, address, config));
  }
  if (!files.has('/')) throw new Error(`The release ${release} is not whole.`);
  return files;
}

/** Scripts and styles of the other kept releases: named after their content, so never mixed up. */
async function loadOlder(config: Config, current: string, known: Files): Promise<Files> {
  const older: Files = new Map();
  for (const { name } of listReleases(config.dataDir)) {
    const dir = join(config.dataDir, 'site', name);
    if (name === current || !existsSync(join(dir, '_astro'))) continue;
    for await (const entry of glob('_astro/**/*', { cwd: dir, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const address = path.slice(dir.length).replaceAll('\\', '/');
      if (!entry.isFile() || LEFT_OUT.test(address) || older.has(address)) continue;
      older.set(address, known.get(address) ?? loadFile(path, address, config));
    }
  }
  return older;
}

function loadFile(path: string, address: string, config: Config): File {
  const plain = readFileSync(path);
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const page = extname(path) === '.html';
  const open = PAYS.test(address) ? providerOrigins(config.razorpay) : undefined;
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: optional(`${path}.br`),
    gzip: optional(`${path}.gz`),
    policy: page ? policyOf(plain, open) : null,
    pays: page && config.razorpay !== null && PAYS.test(address),
    cache: page || !/^\/(_astro|media)\//.test(address) ? 'no-cache' : FOREVER,
  };
}

function policyOf(page: Buffer, open: ReturnType<typeof providerOrigins> | undefined) {
  let policy: string | undefined;
  return () => {
    policy ??= pagePolicy({
      scriptHashes: readPage(page.toString()).scripts,
      ...(open ? { open } : {}),
    });
    return policy;
  };
}

function optional(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
