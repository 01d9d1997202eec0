import type { APIRoute } from 'astro';

const PRIVATE = ['/orders', '/profile', '/settings', '/notifications', '/process-payment', '/desk'];

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      'Disallow: /api/',
      '',
      `Sitemap: ${new URL('/sitemap.xml', site)}`,
      '',
    ].join('\n'),
  );
