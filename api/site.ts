import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { Config } from './lib/config.ts';
import type { Env } from './lib/env.ts';
import { pagePolicy, providerOrigins } from './lib/headers.ts';

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
  /** The page's own policy; null for what is not a page. */
  policy: string | null;
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

/** Buyer pages are shells, the same for every id (decisions §6). */
const SHELLS: [RegExp, string][] = [
  [/^\/orders\/[^/]+$/, '/orders'],
  [/^\/create-password\/[^/]+$/, '/create-password'],
];
const PAYS = /^\/(process-payment|orders)(\/|$)/;
const LOOK_EVERY_MS = 1_000;
const FOREVER = 'public, max-age=31536000, immutable';

/** Opens `<dataDir>/site/current`. A release switched in later is served within a second. */
export async function openSite(config: Config): Promise<Site> {
  const link = join(config.dataDir, 'site', 'current');
  let release = readlinkSync(link);
  let files = await loadFiles(join(config.dataDir, 'site', release), config);
  let looked = Date.now();

  function follow(): void {
    const now = Date.now();
    if (now - looked < LOOK_EVERY_MS) return;
    looked = now;
    const target = readlinkSync(link);
    if (target === release) return;
    release = target;
    void loadFiles(join(config.dataDir, 'site', target), config).then((fresh) => {
      files = fresh;
    });
  }

  return {
    answer(c) {
      follow();
      const path = decode(c.req.path);
      const file = files.get(path) ?? files.get(shellOf(path));
      return file ? send(c, file) : c.redirect(elsewhere(path, files), 302);
    },
  };
}

const shellOf = (path: string): string => SHELLS.find(([shape]) => shape.test(path))?.[1] ?? '';

function elsewhere(path: string, files: Map<string, File>): string {
  const gig = /^\/gig\/([\w-]+)$/.exec(path);
  if (gig) return `/my-gig/${gig[1]}`;
  const trimmed = path.replace(/\/+$/, '');
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
  if (file.policy) c.header('Content-Security-Policy', file.policy);
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

async function loadFiles(dir: string, config: Config): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  for await (const entry of glob('**/*', { cwd: dir, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dir.length).replaceAll('\\', '/');
    const address = name.endsWith('.html') ? name.replace(/(\/index)?\.html$/, '') || '/' : name;
    files.set(address, loadFile(path, address, config));
  }
  return files;
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
    policy: page
      ? pagePolicy({ scriptHashes: inlineScripts(plain.toString()), ...(open ? { open } : {}) })
      : null,
    pays: page && config.razorpay !== null && PAYS.test(address),
    cache: page || !/^\/(_astro|media)\//.test(address) ? 'no-cache' : FOREVER,
  };
}

function optional(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

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
