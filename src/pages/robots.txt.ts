import type { APIRoute } from 'astro';

const PRIVATE = [
  '/orders',
  '/profile',
  '/settings',
  '/notifications',
  '/process-payment',
  '/one-rupee',
  '/desk',
];

export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const hidden = catalog.isOpen() ? [...PRIVATE, '/api/'] : ['/'];
  return new Response(
    [
      'User-agent: *',
      ...hidden.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap.xml', site)}`,
      '',
    ].join('\n'),
  );
};
