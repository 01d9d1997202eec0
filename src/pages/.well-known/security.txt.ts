import type { APIRoute } from 'astro';

const VALID_MONTHS = 11;

/** How to report a vulnerability (RFC 9116). Every publish renews the expiry date. */
export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const now = catalog.firstOfMonth();
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1));
  return new Response(
    [
      `Contact: mailto:${catalog.profile('email')}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${new URL('/.well-known/security.txt', site)}`,
      `Policy: ${new URL('/security', site)}`,
      '',
    ].join('\n'),
  );
};
