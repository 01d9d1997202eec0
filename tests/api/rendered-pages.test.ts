import { beforeAll, expect, test } from 'vitest';
import {
  openCompiledSite,
  type SiteToPublish,
} from '../../api/modules/site/build/build-release.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { type Catalog, readCatalog } from '../../api/modules/site/build/catalog-snapshot.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

let seeded: Catalog;
let site: SiteToPublish['site'];
beforeAll(async () => {
  seeded = await readCatalog(app.server.services.store.db);
  ({ site } = await openCompiledSite(app.server.config, { log() {} }));
});

/** The seeded catalog with this many gigs. */
function catalogOf(count: number) {
  const gigs = Array.from({ length: count }, (_, at) => {
    const gig = seeded.gigs[at % seeded.gigs.length];
    if (!gig) throw new Error('there is no gig');
    return { ...gig, _id: `gig-${at}`, slug: `gig-${at}`, title: `Gig number ${at}` };
  });
  return createCatalogReader({ ...seeded, gigs });
}

async function html(path: string, catalog: ReturnType<typeof catalogOf>): Promise<string> {
  const answer = await site.render(path, { catalog, pictureBytes: async () => undefined });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

const gigsIn = (page: string) => [...page.matchAll(/data-gig="gig-(\d+)"/g)].map(([, at]) => at);
const linksIn = (page: string) =>
  [...page.matchAll(/<a class="button button--small"[^>]*href="(\/my-gig[^"]*)"/g)].map(
    ([, href]) => href,
  );
const listPages = (catalog: ReturnType<typeof catalogOf>) =>
  site.paths(catalog).filter((path) => /^\/my-gig(\/page\/.*)?$/.test(path));

test('the list of gigs has 24 on a page, in the owner’s order, and links that need no script', async () => {
  const catalog = catalogOf(60);
  expect(listPages(catalog)).toEqual(
    expect.arrayContaining(['/my-gig', '/my-gig/page/2', '/my-gig/page/3']),
  );
  const pages = await Promise.all(
    listPages(catalog)
      .toSorted()
      .map((path) => html(path, catalog)),
  );
  expect(pages.flatMap(gigsIn)).toEqual(catalog.items('gigs').map(({ _id }) => _id.slice(4)));
  expect(pages.map((page) => gigsIn(page).length)).toEqual([24, 24, 12]);
  const [first = '', second = ''] = pages;
  expect(linksIn(first)).toEqual(['/my-gig', '/my-gig/page/2', '/my-gig/page/3', '/my-gig/page/2']);
  expect(linksIn(second)).toEqual([
    ...['/my-gig', '/my-gig', '/my-gig/page/2', '/my-gig/page/3', '/my-gig/page/3'],
  ]);
  expect(second).toContain('<title>Services, page 2 · VY Studio</title>');
  expect(await html('/sitemap.xml', catalog)).toContain('/my-gig/page/3</loc>');
});

test('up to 24 gigs are one page, and no gig is an empty one', async () => {
  for (const count of [0, 1, 24]) {
    const catalog = catalogOf(count);
    expect(listPages(catalog), `${count} gigs`).toEqual(['/my-gig']);
    expect(gigsIn(await html('/my-gig', catalog))).toHaveLength(count);
  }
  expect(await html('/my-gig', catalogOf(0))).toContain('No gigs yet');
});

test('home shows three pieces of work for clients with what they changed, above the showcase and without one', async () => {
  const [home, bare, empty] = await Promise.all(
    [
      createCatalogReader(seeded),
      createCatalogReader({ ...seeded, profile: { ...seeded.profile, showcase: [] } }),
      createCatalogReader({ ...seeded, projects: [] }),
    ].map((catalog) => html('/', catalog)),
  );
  const [from = 0, to = 0] = ['id="clientwork"', 'id="myprojects"'].map((id) => home?.indexOf(id));
  expect(from).toBeGreaterThan(0);
  const work = home?.slice(from, to) ?? '';
  const linked = [...work.matchAll(/covering-link" href="([^"]+)"/g)].map(([, href]) => href);
  const told = seeded.projects.filter(({ result }) => result).slice(0, 3);
  expect(linked).toEqual(told.map(({ slug }) => `/my-work/${slug}`));
  for (const { result = 'none' } of told) expect(work).toContain(result);
  expect(work).toContain('₹1,20,000–₹1,60,000');
  expect(bare).toContain('id="clientwork"');
  expect(bare).not.toContain('id="myprojects"');
  expect(empty).not.toContain('id="clientwork"');
});

test('the page of every project ends in something to do: its package, or a question about it', async () => {
  const catalog = createCatalogReader(seeded);
  for (const { slug, gigId } of catalog.items('projects')) {
    const page = await html(`/my-work/${slug}`, catalog);
    expect(page, slug).toMatch(gigId ? /Order this from ₹/ : /"\/orders\?ask=&(amp;|#38;)?about=/);
  }
});

test('home, seller, gig and project lead to the owner’s own page for calls once it is set', async () => {
  const callLink = 'https://calls.example/me?with=you';
  const catalog = createCatalogReader({ ...seeded, profile: { ...seeded.profile, callLink } });
  for (const path of ['/', '/seller', '/my-gig/rest-api', '/my-work/hr-dashboard']) {
    expect(await html(path, catalog), path).toContain(`href="${callLink}"`);
    expect(await html(path, createCatalogReader(seeded)), path).not.toContain('Book a call');
  }
});

test('with a thousand gigs no page is much heavier than with twenty-four', async () => {
  const [few, many] = [catalogOf(24), catalogOf(1_000)];
  for (const path of ['/', '/my-gig', '/seller', '/cv.pdf', `/my-gig/gig-1`]) {
    const [before, now] = [await html(path, few), await html(path, many)];
    expect(now.length - before.length, path).toBeLessThan(2_000);
  }
  const seller = await html('/seller', many);
  expect(seller).toContain('See all 1000 packages');
  expect(await html('/seller', catalogOf(12))).not.toContain('See all');
});
