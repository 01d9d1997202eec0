import { existsSync, mkdirSync } from 'node:fs';
import { copyFile, link, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Db } from '../../../db/connect.ts';
import type { RazorpayKeys } from '../../config.ts';
import { findMedia } from '../../platform/files/queries.ts';
import {
  FOREVER,
  pagePolicy,
  providerOrigins,
  securityHeaders,
} from '../../platform/http/headers.ts';
import { sharePicturesFolder } from './releases.ts';
import { FORWARDED, SHELLS } from './rules.ts';
import type { ReleaseContents } from './validate-release.ts';

/** Puts every picture that pages show into the release: one file, linked into each. */
export async function writeMedia(db: Db, release: string, found: ReleaseContents): Promise<void> {
  if (found.media.size === 0) return;
  const folder = join(release, '..', 'media');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(release, 'media'), { recursive: true });
  for (const address of found.media) {
    const name = address.slice('/media/'.length);
    const stored = join(folder, name);
    if (!existsSync(stored)) {
      const media = await findMedia(db, name.split('.')[0] ?? '');
      if (!media) throw new Error(`The picture ${address} is shown but not in the database.`);
      await writeFile(`${stored}.part`, media.bytes);
      await rename(`${stored}.part`, stored);
    }
    const to = join(release, 'media', name);
    await link(stored, to).catch(() => copyFile(stored, to));
  }
}

/** Drops pictures that no stored release shows: only the folder links to them. */
export async function pruneMedia(site: string): Promise<void> {
  const folder = join(site, 'media');
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if ((await stat(file)).nlink === 1) await rm(file);
  }
}

/** Drops drawn share pictures (src/lib/catalog.ts) that were last used before any kept release. */
export async function pruneSharePictures(site: string, oldest: Date): Promise<void> {
  const folder = sharePicturesFolder(site);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if ((await stat(file)).mtime < oldest) await rm(file);
  }
}

/**
 * Rules for static hosts (Netlify, Cloudflare Pages and others read these two files).
 * One policy for all pages: hosts that join rules would otherwise send two, and browsers obey both.
 */
export async function writeHostRules(
  release: string,
  found: ReleaseContents,
  site: {
    siteOrigin: string;
    apiOrigin?: string | null;
    razorpay?: Pick<RazorpayKeys, 'checkoutUrl'> | null;
  },
): Promise<void> {
  const policy = pagePolicy({
    scriptHashes: [...found.scripts].sort(),
    open: providerOrigins(site.razorpay),
  });
  const page = await new Hono()
    .use(securityHeaders(site.siteOrigin.startsWith('https:')))
    .get('/', (c) => c.body(null, 200, { 'Content-Security-Policy': policy }))
    .request('/');
  const all = [...page.headers].map(([name, value]) => `${name}: ${value}`);
  const rule = (path: string, lines: string[]) =>
    `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`;
  const headers = [
    rule('/*', all),
    rule('/_astro/*', [`Cache-Control: ${FOREVER}`]),
    rule('/media/*', [`Cache-Control: ${FOREVER}`]),
  ];
  await writeFile(join(release, '_headers'), headers.join('\n'));
  // Unknown addresses are left to 404.html: some hosts apply a rule for `/*` before they look for files.
  const { apiOrigin } = site;
  const redirects = [
    ...(apiOrigin ? FORWARDED.map((path) => `${path}/* ${apiOrigin}${path}/:splat 200`) : []),
    '/gig/:gigId /my-gig/:gigId 302',
    ...SHELLS.map(({ under }) => `${under}/* ${under} 200`),
  ];
  await writeFile(join(release, '_redirects'), `${redirects.join('\n')}\n`);
}
