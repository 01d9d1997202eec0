import type { APIRoute } from 'astro';
import { laterGigListPages } from '../features/gigs/gig-list-pages.ts';

const PAGES = ['/', '/my-work', '/my-gig', '/seller', '/security'];

export const GET: APIRoute = ({ site, locals: { catalog } }) => {
  const lists = laterGigListPages(catalog).map((page) => `/my-gig/page/${page}`);
  const gigs = catalog.gigIds().map((id) => `/my-gig/${id}`);
  const legal = catalog.legalPages().map(({ path }) => path);
  const sections = [...catalog.sections().map(({ path }) => path), ...catalog.sectionPages()];
  const paths = catalog.isOpen() ? [...PAGES, ...legal, ...lists, ...gigs, ...sections] : [];
  const urls = paths.map((path) => `<url><loc>${new URL(path, site)}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>
`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
