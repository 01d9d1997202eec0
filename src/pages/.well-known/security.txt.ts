import type { APIRoute } from 'astro';
import { profile } from '../../content/profile.ts';

const MONTHS_GOOD = 11;

/** Where to report a weakness (RFC 9116). Its end moves with every publish. */
export const GET: APIRoute = ({ site }) => {
  const now = new Date();
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_GOOD, 1));
  return new Response(
    [
      `Contact: mailto:${profile.email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${new URL('/.well-known/security.txt', site)}`,
      `Policy: ${new URL('/security', site)}`,
      '',
    ].join('\n'),
  );
};
