import type { APIRoute } from 'astro';
import { laterGigListPages } from '../features/gigs/gig-list-pages.ts';

const PAGES = ['/', '/my-work', '/my-gig', '/seller', '/security'];

export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const lists = laterGigListPages(catalog).map((page) => `/my-gig/page/${page}`);
  const gigs = catalog.gigIds().map((id) => `/my-gig/${id}`);
  const legal = catalog.legalPages().map(({ path }) => path);
  const sections = catalog.sections().map(({ path }) => path);
  const paths = [...PAGES, ...legal, ...lists, ...gigs, ...sections].map((path) => ({ path }));
  const pages: { path: string; updatedAt?: string }[] = [...paths, ...catalog.itemPages()];
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
