import { Hono } from 'hono';
import type { RazorpayKeys } from '../../../config.ts';
import {
  FOREVER,
  pagePolicy,
  providerOrigins,
  securityHeaders,
} from '../../../platform/http/headers.ts';
import type { ReleaseContents } from '../build/validate-release.ts';
import type { ReleaseFolder } from '../releases/release-folder.ts';
import { FORWARDED, SPA_FALLBACKS } from '../rules.ts';

const MOVED = 301;
export const REDIRECTS = '_redirects';

/** Where the rules of a release lead from the old address of an item; undefined if it is none. */
export const newAddressIn = (rules: string, path: string): string | undefined =>
  rules
    .split('\n')
    .map((rule) => rule.split(' '))
    .find(([from, , status]) => from === path && status === `${MOVED}`)?.[1];

/**
 * Writes the files with rules that static hosts read (Netlify, Cloudflare Pages and others). One CSP for all
 * pages, because hosts that combine rules would send two, and browsers enforce both.
 */
export async function writeHostRules(
  folder: ReleaseFolder,
  found: ReleaseContents,
  site: {
    siteOrigin: string;
    apiOrigin?: string | null;
    razorpay?: Pick<RazorpayKeys, 'checkoutUrl'> | null;
    renamed?: readonly { from: string; to: string }[];
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
  folder.write('_headers', Buffer.from(headers.join('\n')));
  // No rule for unknown addresses: 404.html handles them. Some hosts apply a rule for `/*` before they look
  // for files.
  const { apiOrigin } = site;
  const redirects = [
    ...(apiOrigin ? FORWARDED.map((path) => `${path}/* ${apiOrigin}${path}/:splat 200`) : []),
    '/gig/:gigId /my-gig/:gigId 302',
    ...(site.renamed ?? []).flatMap(({ from, to }) =>
      ['', '.md'].map((ending) => `${from}${ending} ${to}${ending} ${MOVED}`),
    ),
    ...SPA_FALLBACKS.map(({ under }) => `${under}/* ${under} 200`),
  ];
  folder.write(REDIRECTS, Buffer.from(`${redirects.join('\n')}\n`));
}
