import type { IncomingMessage, ServerResponse } from 'node:http';
import { spaFallbackFor } from '../rules.ts';

/**
 * Middleware for Astro's development server: the same redirects and rewrites as in the app and in
 * `_redirects`.
 */
export function rewriteAddress(
  request: Pick<IncomingMessage, 'url'>,
  response: Pick<ServerResponse, 'writeHead' | 'end'>,
  next: () => void,
): void {
  const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost');
  const gig = /^\/gig\/([\w-]+)$/.exec(path);
  if (gig) {
    response.writeHead(302, { Location: `/my-gig/${gig[1]}${search}` });
    response.end();
    return;
  }
  const fallback = spaFallbackFor(path);
  if (fallback) request.url = fallback + search;
  next();
}
