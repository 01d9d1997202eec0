import { beforeAll, expect, test } from 'vitest';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const NAME = /<h1[^>]*>([\s\S]*?)<\/h1>/;
const words = (text: string) =>
  text
    .replace(/<[^>]*>|\\/g, ' ')
    .replaceAll('&#39;', '’')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

const get = async (path: string) => app.visitor().get(path);
const linksIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, address = '']) => new URL(address).pathname);

interface Pair {
  path: string;
  html: string;
  twin: string;
}

const pairs: Pair[] = [];
beforeAll(async () => {
  for (const path of linksIn((await get('/sitemap.xml')).body, /<loc>([^<]+)<\/loc>/g)) {
    const html: string = (await get(path)).body;
    const address = /rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(html)?.[1] ?? '';
    const { status, headers, body } = await get(address);
    expect([status, headers.get('content-type')], path).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    pairs.push({ path, html, twin: body });
  }
});

test('every public page has a twin in Markdown with its heading and its address', () => {
  for (const { path, html, twin } of pairs) {
    const [heading = '', , page = ''] = twin.split('\n');
    const name = words(heading.slice(2));
    if (path === '/') expect(words(html)).toContain(name);
    else expect(name, path).toBe(words(NAME.exec(html)?.[1] ?? ''));
    expect(page, path).toMatch(/^Page: http/);
    expect(new URL(page.slice('Page: '.length)).pathname).toBe(path);
    expect(twin, path).not.toMatch(/undefined|\[object|<\w/);
  }
});

test('the twin of a gig has the prices, days and terms of its page, and the call that tells today’s dates', async () => {
  const gigs = pairs.filter(({ path }) => path.startsWith('/my-gig/'));
  expect(gigs.length).toBeGreaterThan(5);
  for (const { path, html, twin } of gigs) {
    const cells = [...html.matchAll(/"price":(\d+),"priceCurrency":"INR"/g)].map(([, price]) =>
      Number(price).toLocaleString('en-IN'),
    );
    expect(cells.length, path).toBeGreaterThan(0);
    for (const price of cells) expect(twin, path).toContain(`| ₹${price} |`);
    expect(twin).toMatch(/\| \d+ days? \|/);
    expect(twin).toContain('/refunds.md');
  }
});

test('the twin of past work has the figures and facts of its page', () => {
  const work = pairs.filter(({ path }) => path.startsWith('/my-work/'));
  expect(work.length).toBeGreaterThan(5);
  for (const { html, twin } of work) {
    const facts = [...html.matchAll(/<dd[^>]*(?:data-part|class="value)[^>]*>([^<]+)</g)];
    expect(facts.length).toBeGreaterThan(0);
    for (const [, fact = ''] of facts) expect(words(twin)).toContain(words(fact));
  }
});

test('llms.txt links to twins only, each with what the twin says', async () => {
  const { body } = await get('/llms.txt');
  const links = [...body.matchAll(/^- \[(.+?)\]\((\S+?)\)(?:: (.+))?$/gm)];
  const found = new Set<string>();
  for (const [, title = '', address = '', note = ''] of links) {
    const { pathname } = new URL(address);
    expect(pathname).toMatch(/\.md$/);
    const { status, body: twin } = await get(pathname);
    expect(status, pathname).toBe(200);
    found.add(pathname);
    if (!/^\/(my-gig|my-work|articles)\//.test(pathname)) continue;
    expect(words(twin.split('\n')[0].slice(2))).toBe(words(title));
    const price = /₹[\d,]+/.exec(note)?.[0];
    if (price) expect(twin).toContain(`| ${price} |`);
  }
  const listed = linksIn((await get('/sitemap.xml')).body, /<loc>([^<]+)<\/loc>/g);
  for (const path of listed)
    expect([...found]).toContain(path === '/' ? '/index.md' : `${path}.md`);
});
