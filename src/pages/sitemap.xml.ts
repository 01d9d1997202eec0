import type { APIRoute } from 'astro';
import { laterGigListPages } from '../features/gigs/gig-list-pages.ts';
import { listedPages } from '../features/nav/twin-addresses.ts';

export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const lists = laterGigListPages(catalog).map((page) => `/my-gig/page/${page}`);
  const pages: { path: string; updatedAt?: string }[] = [
    ...listedPages(catalog),
    ...lists.map((path) => ({ path })),
    ...catalog.itemPages(),
  ];
  const urls = (catalog.isOpen() ? pages : []).map(
    ({ path, updatedAt }) =>
      `<url><loc>${new URL(path, site)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
