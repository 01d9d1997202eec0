import { beforeAll, expect, test } from 'vitest';
import { sanitizeRichText } from '../../api/modules/catalog/rich-text.ts';
import { withAbsoluteLinks } from '../../api/modules/catalog/rich-text-rules.ts';
import { ofRichText, plain } from '../../src/features/twins/markdown.ts';
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
    // In a block of code there may be elements.
    const written = twin.replace(/^```[\s\S]*?^```$/gm, '');
    expect(written, path).not.toMatch(/undefined|\[object|<\w/);
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

const ARTICLE = new URL('https://shop.example/articles/one');

test('a link leads to the same place from the feed and the twin as from the page', () => {
  const html = ['/my-work/a?b&c', 'two', '#end', 'tel:+919876543210', 'http://old.example/(x)']
    .map((href) => `<a href="${href.replaceAll('&', '&amp;')}">x</a>`)
    .join('');
  const stored = sanitizeRichText(`<p>${html}</p>`);
  const addresses = [
    ...['/my-work/a?b&c', '/articles/two', '/articles/one#end'].map(
      (path) => `https://shop.example${path}`,
    ),
    ...['tel:+919876543210', 'http://old.example/(x)'],
  ];
  expect(ofRichText(stored, ARTICLE)).toBe(addresses.map((each) => `[x](<${each}>)`).join(''));
  expect(withAbsoluteLinks(stored, ARTICLE)).toBe(
    `<p>${addresses.map((each) => `<a href="${each.replaceAll('&', '&amp;')}">x</a>`).join('')}</p>`,
  );
});

test('nothing that is written ends a block of code or begins something else in a twin', () => {
  const code = '<pre><code>a\n````\nb</code></pre><p><code>`x`</code></p>';
  expect(ofRichText(code, ARTICLE)).toBe('`````\na\n````\nb\n`````\n\n`` `x` ``');
  expect(['1. A', '- b', '&lt;c', 'd & e'].map(plain)).toEqual([
    ...['1\\. A', '\\- b', '\\&lt;c', 'd & e'],
  ]);
});

test('the feed has the title, day and words of each article’s page, and links to it', async () => {
  const feed: string = (await get('/articles/feed.xml')).body;
  const entries = [...feed.matchAll(/<entry>([\s\S]*?)<\/entry>/g)].map(([, entry = '']) => entry);
  const articles = pairs.filter(({ path }) => path.startsWith('/articles/'));
  expect(entries).toHaveLength(articles.length);
  for (const entry of entries) {
    const page = articles.find(({ path }) => entry.includes(`${path}"`));
    expect(words(/<title>([\s\S]*?)<\/title>/.exec(entry)?.[1] ?? '')).toBe(
      words(NAME.exec(page?.html ?? '')?.[1] ?? ''),
    );
    const day = /<published>(\d{4}-\d\d-\d\d)/.exec(entry)?.[1] ?? 'none';
    expect(page?.html).toContain(`datetime="${day}"`);
    const updated = /<updated>([^<]+)/.exec(entry)?.[1] ?? '';
    expect(Date.parse(updated), entry).toBeGreaterThanOrEqual(Date.parse(day));
    const [, content = ''] = /<content type="html">([\s\S]*?)<\/content>/.exec(entry) ?? [];
    const html = content.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    const said = words(html.replace(/<pre>[\s\S]*?<\/pre>/g, ' '));
    const shown = words((page?.html ?? '').replace(/<pre[^>]*>[\s\S]*?<\/pre>/g, ' '));
    expect(said.length).toBeGreaterThan(500);
    expect(shown, page?.path).toContain(said);
  }
});

test('the structured data of past work and articles says what the page shows', () => {
  const items = pairs.filter(({ path }) => /^\/(my-work|articles)\//.test(path));
  expect(items.length).toBeGreaterThan(10);
  for (const { path, html } of items) {
    const data = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1];
    const graph = JSON.parse(data ?? '{}')['@graph'] ?? [JSON.parse(data ?? '{}')];
    const own = graph.find((each: { url?: string }) => each.url?.endsWith(path));
    expect(own.headline ?? own.name, path).toBe(words(NAME.exec(html)?.[1] ?? ''));
    expect(html).toContain(String(own.description).slice(0, 40).replaceAll("'", '&#39;'));
  }
});
