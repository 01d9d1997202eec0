import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { IMPORTED_FILE } from '../../api/modules/site/build/build-target.ts';
import { compileSite } from '../../api/modules/site/build/compile-templates.ts';
import { loadCompiledSite } from '../../api/modules/site/build/render-pages.ts';
import { hashOfScript } from '../../api/modules/site/build/validate-release.ts';
import { TEMPLATE } from '../support/paths.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { markupFaults, type Page, readPage, requestsOf } from './html.ts';

shareApp();

const ROOT = new URL('../..', import.meta.url).pathname;
const SITE = join(TEMPLATE.dataDir, 'site', 'current');

const pages = new Map<string, { html: string; page: Page; policy: string }>();
beforeAll(async () => {
  const visitor = app.visitor();
  for (const file of globSync('**/*.html', { cwd: SITE })) {
    const address = `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`;
    const { status, body, headers } = await visitor.get(address);
    expect(status, address).toBe(200);
    const policy = headers.get('Content-Security-Policy') ?? '';
    pages.set(address, { html: body, page: readPage(body), policy });
  }
});

test('what pages import is known, so that other changes of the API compile nothing again', () => {
  const imported: string[] = JSON.parse(readFileSync(IMPORTED_FILE, 'utf8'));
  expect(imported).toContain('api/modules/catalog/gigs/rules.ts');
  expect(imported.filter((file) => /(routes|queries|app)\.ts$/.test(file))).toEqual([]);
});

/** Words that occur in one package and nowhere else. */
const MARKS: Record<string, [file: string, word: string]> = {
  zod: ['node_modules/zod/v4/classic/errors.js', 'ZodError'],
  kysely: ['node_modules/kysely/dist/kysely.js', 'insertInto'],
  'better-sqlite3': ['node_modules/better-sqlite3/lib/database.js', 'SqliteError'],
  argon2: ['node_modules/@node-rs/argon2/index.js', 'argon2'],
  nodemailer: ['node_modules/nodemailer/dist/esm/nodemailer.js', 'streamTransport'],
  'sanitize-html': ['node_modules/sanitize-html/index.js', 'allowedTags'],
  zxcvbn: ['node_modules/@zxcvbn-ts/core/dist/scoring/index.mjs', 'guessesLog10'],
  passwords: ['node_modules/@zxcvbn-ts/language-common/dist/index.mjs', 'passwords-common'],
  config: ['api/config.ts', 'RAZORPAY_KEY_SECRET'],
  signatures: ['api/platform/http/csrf.ts', 'createHmac'],
  schema: ['db/schema/accounts.ts', 'token_hash'],
  sql: ['api/modules/accounts/queries.ts', 'selectFrom'],
};

test('browser bundles contain no server code', () => {
  const scripts = globSync('_astro/*.js', { cwd: SITE });
  expect(scripts.length).toBeGreaterThan(10);
  for (const [name, [file, word]] of Object.entries(MARKS)) {
    const isPresent = readFileSync(join(ROOT, file), 'utf8').includes(word);
    expect(isPresent, `the mark of ${name} has moved`).toBe(true);
    const holders = scripts.filter((each) => readFileSync(join(SITE, each), 'utf8').includes(word));
    expect(holders, `${name} has come along`).toEqual([]);
  }
});

test('a page has a language, a title, a description and one heading', () => {
  for (const [address, { page }] of pages) {
    const all = (name: string) => page.tags.filter((tag) => tag.name === name);
    expect(all('html')[0]?.attributes.get('lang'), address).toBe('en');
    expect(page.title.length, `title of ${address}`).toBeGreaterThan(5);
    const description = all('meta').find((tag) => tag.attributes.get('name') === 'description');
    expect(
      description?.attributes.get('content')?.length,
      `description of ${address}`,
    ).toBeGreaterThan(20);
  }
});

test('a page has one h1', () => {
  for (const [address, { page }] of pages) {
    // A page that is rendered in the browser has a shell for each of its screens, each with its heading.
    const shells = page.tags.filter((tag) => tag.attributes.has('data-shell')).length;
    const headings = page.tags.filter((tag) => tag.name === 'h1').length;
    expect(headings, address).toBe(shells || 1);
  }
});

test('no page has markup that browsers must repair', () => {
  for (const [address, { html }] of pages) expect(markupFaults(html), address).toEqual([]);
});

test('no page has an event handler or a javascript: link in it', () => {
  const found: string[] = [];
  for (const [address, { page }] of pages) {
    for (const { name, attributes } of page.tags) {
      for (const [attribute, value] of attributes) {
        if (!/^on/.test(attribute) && !/^\s*javascript:/i.test(value)) continue;
        found.push(`${address}: <${name} ${attribute}="${value}">`);
      }
    }
  }
  expect(found).toEqual([]);
});

test('every script that the compiler may put into a page is allowed by hash, whether or not a page has it', async () => {
  const { folder, scripts } = await compileSite(() => {});
  const { inlineScripts } = await loadCompiledSite(folder, 'http://localhost');
  expect(inlineScripts.length).toBeGreaterThan(0);
  for (const code of inlineScripts) expect(scripts).toContain(hashOfScript(code));
});

test('every inline script of a page is allowed by hash in its Content-Security-Policy', () => {
  for (const [address, { page, policy }] of pages) {
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts, address).not.toMatch(/unsafe|\*|https?:/);
    for (const code of page.scripts) {
      const hash = createHash('sha256').update(code).digest('base64');
      expect(scripts, `${address}: ${code.slice(0, 60)}`).toContain(`'sha256-${hash}'`);
    }
  }
});

test('pages request nothing from another host, and every request is answered', async () => {
  const visitor = app.visitor();
  const asked = new Set<string>();
  for (const [address, { page }] of pages) {
    for (const request of requestsOf(page)) {
      expect(request, address).toMatch(/^(\/(?!\/)|#|data:)/);
      if (request.startsWith('/')) asked.add(request.replace(/#.*$/, ''));
    }
  }
  expect(asked.size).toBeGreaterThan(20);
  for (const address of asked) expect((await visitor.get(address)).status, address).toBe(200);
});

test('no built stylesheet requests anything from another host', () => {
  for (const file of globSync('_astro/*.css', { cwd: SITE })) {
    expect(readFileSync(join(SITE, file), 'utf8'), file).not.toMatch(/url\(["']?(https?:)?\/\//);
  }
});

test('every file that a script loads on demand is there', () => {
  const code = globSync('_astro/*.js', { cwd: SITE }).map((each) =>
    readFileSync(join(SITE, each), 'utf8'),
  );
  const named = code.join().match(/(?<=["'`])_astro\/[^"'`]+/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((each) => !existsSync(join(SITE, each)))).toEqual([]);
});

const KB = 1024;
const weigh = (text: string) => gzipSync(text, { level: 9 }).length / KB;
const STATIC = /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?from\s*)?["']([^"']+\.js)["']/g;

/** The module and everything it needs before it runs. */
function follow(code: string, from: string, found: Set<string>): Set<string> {
  for (const [, path = ''] of code.matchAll(STATIC)) {
    const file = path.startsWith('/') ? path : join('/', from, path);
    if (found.has(file)) continue;
    found.add(file);
    follow(readFileSync(join(SITE, file), 'utf8'), join(file, '..'), found);
  }
  return found;
}

test('the navigation script is inline, because a file of its own would delay the first paint', () => {
  for (const [address, { html }] of pages) {
    expect(html, address).not.toMatch(/<script[^>]* src="[^"]*Nav\.astro/);
    if (html.includes('data-theme-switch')) expect(html, address).toContain('switch-theme');
  }
});

test('a public page stays within its size budget', () => {
  const gig = [...pages.keys()].find((address) => address.startsWith('/my-gig/')) ?? '';
  for (const address of ['/', '/my-work', '/my-gig', gig, '/seller', '/security']) {
    const { html = '', page } = pages.get(address) ?? {};
    if (!page) throw new Error(`there is no page ${address}`);
    const linked = page.tags
      .filter((tag) => tag.name === 'link' && tag.attributes.get('rel') === 'stylesheet')
      .map((tag) => readFileSync(join(SITE, tag.attributes.get('href') ?? ''), 'utf8'));
    const sources = page.tags
      .filter((tag) => tag.name === 'script' && tag.attributes.has('src'))
      .map((tag) => `import "${tag.attributes.get('src')}"`);
    const modules = follow([...sources, ...page.scripts].join(';\n'), '/', new Set());
    const scripts = [...modules].map((file) => readFileSync(join(SITE, file), 'utf8'));
    expect(weigh(html), `${address}: HTML`).toBeLessThanOrEqual(40);
    expect(weigh(page.css + linked.join('')), `${address}: CSS`).toBeLessThanOrEqual(20);
    expect(weigh(page.scripts.join('') + scripts.join('')), `${address}: JS`).toBeLessThanOrEqual(
      10,
    );
    expect(scripts.length, `${address}: files of scripts`).toBeLessThanOrEqual(3);
    const fonts = page.tags
      .filter(({ attributes }) => attributes.get('rel') === 'preload')
      .map(({ attributes }) => attributes.get('href') ?? '');
    expect(fonts, `${address}: the letters of its first view`).toEqual([
      expect.stringMatching(/geist\.[\w-]+\.woff2$/),
      expect.stringMatching(/geist-mono\.[\w-]+\.woff2$/),
    ]);
    const bytes = fonts.map((file) => readFileSync(join(SITE, file)).length);
    expect(Math.max(...bytes), `${address}: bytes of a font`).toBeLessThanOrEqual(19_000);
    if (page.tags.some((tag) => tag.name === 'script' && tag.attributes.has('src'))) {
      expect(scripts.length, `${address}: its scripts were followed`).toBeGreaterThan(0);
    }
  }
});

const scriptsOf = ({ tags, scripts }: Page): string[] => {
  const sources = tags
    .filter((tag) => tag.name === 'script' && tag.attributes.has('src'))
    .map((tag) => `import "${tag.attributes.get('src')}"`);
  const modules = follow([...sources, ...scripts].join(';\n'), '/', new Set());
  return [...scripts, ...[...modules].map((file) => readFileSync(join(SITE, file), 'utf8'))];
};

test('an account form is plain HTML that at most 16 KB of script send', () => {
  for (const name of [
    'sign-in',
    'sign-up',
    'verify-email',
    'forgot-password',
    'create-password',
    'invitation',
  ]) {
    const { page } = pages.get(`/${name}`) ?? {};
    if (!page) throw new Error(`there is no page /${name}`);
    const isForm = (tag: Page['tags'][number]) => tag.attributes.get('data-form') === name;
    expect(page.tags.filter(isForm), `the form of ${name}`).toHaveLength(1);
    const scripts = scriptsOf(page);
    expect(scripts.length, `${name}: its scripts were followed`).toBeGreaterThan(4);
    expect(weigh(scripts.join('')), `${name}: JS`).toBeLessThanOrEqual(16);
  }
});

test('the page checks report violations', () => {
  const bad = readPage(
    '<html><p onclick="x()">a<script>evil()</script><img src=//cdn.example/x.png srcset="https://a.example/b.png 2x, /c.png 3x"><style>a{background:url(https://b.example/x)}</style>',
  );
  expect(bad.tags.flatMap((tag) => [...tag.attributes.keys()])).toContain('onclick');
  expect(bad.scripts).toEqual(['evil()']);
  const elsewhere = [
    '//cdn.example/x.png',
    'https://a.example/b.png',
    '/c.png',
    'https://b.example/x',
  ];
  expect(requestsOf(bad)).toEqual(elsewhere);
  const faulty =
    '<html><body id="a"><div><style>x</style></div><p id="a"><style>y</style><img alt=""></body></html><script>1</script>';
  expect(markupFaults(faulty)).toEqual([
    'after </html>: <script></script>',
    '<img> without a source: alt',
    'id twice: a',
  ]);
  expect(markupFaults('<body><div></div><style>x</style>')).toEqual(['<style> after </div>']);
  expect([...`import{a as b}from"./x.js";import"./y.js"`.matchAll(STATIC)]).toHaveLength(2);
});
