import type { APIRoute } from 'astro';
import { PUBLIC_PATTERNS } from '../../api/modules/catalog/public-page-rules.ts';

/** Makes Chromium prefetch the page of a link that is about to be followed. */
export const GET: APIRoute = () => {
  const where = { href_matches: [...PUBLIC_PATTERNS, '/sign-in', '/sign-up'] };
  return Response.json({ prefetch: [{ where, eagerness: 'conservative' }] });
};
