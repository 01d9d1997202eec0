import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORKER } from '../../api/modules/site/worker/site-worker.ts';
import { completed, saveProject } from '../support/case-studies.ts';
import type { Person } from '../support/http-client.ts';
import { ADDRESS, insertBuyer, ownerOf, WEBSITE, WEBSITE_PAGE } from '../support/people.ts';
import { seedId } from '../support/seed-id.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { expectAccessible, openPage } from './page.ts';
import { DESKTOP, PHONE, sidewaysScroll } from './public-pages.ts';
import { browser, openPageAs, shareBrowser } from './shared-browser.ts';

shareBrowser();

const DESK = '/api/v1/desk';
const PATH = '/articles/why-i-send-quotes-in-a-day';
const CODE = 'const tag = "<script>"; // a comment\n  return 1;';
const BLANK = { title: 'Another', slug: '', date: '', text: '<p>Words.</p>', picture: null };

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await startTestApp({}, { publishProgram: WORKER });
  owner = await ownerOf(app);
});
afterAll(() => app.close());

const read = async (path: string) => app.visitor().get(path);
const pagesThatName = async () => {
  const pages = ['/', '/sitemap.xml', '/llms.txt'];
  const texts = await Promise.all(pages.map(async (path) => String((await read(path)).body)));
  return pages.filter((_, at) => texts[at]?.includes('/articles'));
};

async function publish(): Promise<void> {
  expect((await owner.post(`${DESK}/publish`, {})).status).toBe(202);
  await waitFor(async () => {
    const { running, latest } = (await owner.get(`${DESK}/publish`)).body;
    if (running) throw new Error('still publishing');
    expect(latest.failure).toBeNull();
  });
}

test('an article ends with the work it comes from and the package for it, and the newest stand on home', async () => {
  const article = (await read('/articles/let-the-database-decide')).body;
  expect(article).toContain('href="/my-work/clinic-booking"');
  expect(article).toMatch(/Order this from ₹/);
  const home = (await read('/')).body;
  expect(home).toContain('Written down');
  for (const slug of ['let-the-database-decide', 'what-made-a-news-site-faster'])
    expect(home).toContain(`href="/articles/${slug}"`);
  await app.write((tx) => tx.deleteFrom('content_items').where('kind', '=', 'article').execute());
  await publish();
});

test('an article with code is written, published, read and taken away again', async () => {
  expect(await pagesThatName()).toEqual([]);
  expect((await read('/articles/feed.xml')).status).toBe(404);
  expect((await read('/articles')).body).toContain('<meta name="robots" content="noindex">');

  const { page, browserErrors } = await openPageAs(owner, { viewport: DESKTOP });
  await page.goto('/desk/articles');
  await page.getByRole('link', { name: 'New article' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Why I send quotes in a day');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await page.getByText('Please write the article.').waitFor();
  expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
  await text.click();
  await page.keyboard.type('A quote that waits is read by nobody.');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Code block' }).click();
  await page.getByLabel('Language of the code').selectOption('TypeScript');
  await text.locator('pre').click();
  await page.keyboard.insertText(CODE);
  expect(await text.locator('pre').textContent()).toBe(CODE);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as a draft.').waitFor();
  const [written] = (await owner.get(`${DESK}/articles`)).body.articles;
  const body = (await owner.get(`${DESK}/articles/${written._id}`)).body.article;
  // The preview of the editor supersedes it.
  await waitFor(async () => {
    const draft = { kind: 'article', id: written._id, body };
    const preview = await owner.post(`${DESK}/preview`, draft);
    expect([preview.status, preview.body.message]).toEqual([200, undefined]);
    expect(preview.body.html).toContain('<span class="code-comment">');
  });
  await page.getByRole('button', { name: 'List and publish' }).click();
  await page.getByRole('button', { name: 'See the page' }).click();
  await page.waitForURL('**/articles');
  await page.goBack();
  const live = page.getByRole('link', { name: /^See it/ });
  expect(await live.getAttribute('href')).toBe(`${app.origin}${PATH}`);
  expect(browserErrors.filter((error) => !error.includes('400 (Bad Request)'))).toEqual([]);

  expect(await pagesThatName()).toEqual(['/', '/sitemap.xml', '/llms.txt']);
  expect((await read('/articles')).body).toContain(`<a href="${PATH}"`);
  const { status, body: html } = await read(PATH);
  expect(status).toBe(200);
  expect(html).toContain('<span class="code-comment">// a comment</span>');
  expect(html).toContain('&quot;&lt;script&gt;&quot;'.replaceAll('&quot;', '"'));
  expect(html).not.toMatch(/<pre[^>]*style=/);
  expect(html).toContain(
    '<meta name="description" content="A quote that waits is read by nobody.">',
  );
  expect(html).toContain('"@type":"BlogPosting","headline":"Why I send quotes in a day"');
  expect(html).toContain('rel="alternate" type="application/atom+xml"');
  expect(/<link rel="canonical" href="[^"]*(\/articles\/[^"]+)"/.exec(html)?.[1]).toBe(PATH);
  const share = /property="og:image" content="[^"]*(\/og\/[^"]+)"/.exec(html)?.[1] ?? '';
  expect((await read(share)).status).toBe(200);
  const { body: feed } = await read('/articles/feed.xml');
  expect(feed).toContain('<title>Why I send quotes in a day</title>');
  expect(feed).toContain('&lt;p&gt;A quote that waits');

  const [{ _id, version }] = (await owner.get(`${DESK}/articles`)).body.articles;
  const draft = { version, status: 'draft' };
  expect((await owner.put(`${DESK}/articles/${_id}/status`, draft)).status).toBe(200);
  await publish();
  expect(await pagesThatName()).toEqual([]);
  const gone = await read(PATH);
  expect([gone.status, gone.headers.get('location')], 'leads to the list').toEqual([
    302,
    '/articles',
  ]);
  expect((await read('/articles/feed.xml')).status).toBe(404);
  await owner.put(`${DESK}/articles/${_id}/status`, { version: version + 1, status: 'published' });
  await publish();
});

for (const [colorScheme, viewport] of [
  ['dark', PHONE],
  ['light', DESKTOP],
] as const) {
  test(`an article is read without JavaScript and without an obstacle on a ${colorScheme} screen`, async () => {
    for (const path of [PATH, '/articles']) {
      const opened = await openPage(browser, app.origin, { colorScheme, viewport });
      await opened.page.goto(path);
      await expectAccessible(opened.page);
      expect(await sidewaysScroll(opened.page)).toBe(0);
      await opened.page.context().close();
    }
    const plain = await openPage(browser, app.origin, { javaScriptEnabled: false, viewport });
    await plain.page.goto(PATH);
    const code = plain.page.locator('pre');
    expect(await code.textContent()).toBe(CODE);
    const colourOf = (part: string) =>
      code
        .locator(part)
        .first()
        .evaluate((word) => getComputedStyle(word).color);
    expect(await colourOf('.code-keyword')).not.toBe(await colourOf('.code-comment'));
  });
}

test('each article has an address of its own: one that is written and taken is refused, others get a number', async () => {
  const save = (more: object) => owner.post(`${DESK}/articles`, { ...BLANK, ...more });
  const first = (await save({})).body.article;
  expect(first.slug).toBe('another');
  expect((await save({})).body.article.slug).toBe('another-2');
  expect((await save({ title: 'मराठी' })).body.article.slug).toMatch(/^[\da-f]{6}$/);
  const taken = {
    message: '“Another” has this address already. Please choose another.',
    field: 'slug',
  };
  const refused = await save({ slug: 'another' });
  expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(taken)]);
  expect((await save({ slug: 'A b' })).body.field).toBe('slug');

  const path = `${DESK}/articles/${first._id}`;
  const renamed = await owner.put(path, { ...first, slug: 'a-better-name' });
  expect(renamed.body.article.slug).toBe('a-better-name');
  expect((await save({ slug: 'another' })).body, 'links still lead there').toMatchObject(taken);
  const { version } = renamed.body.article;
  expect((await owner.post(`${path}/undo`, { version })).body.article.slug).toBe('another');

  const { content } = (await owner.get(`${DESK}/content`)).body;
  const copies = { format: 1, articles: content.articles };
  expect((await owner.post(`${DESK}/content`, { content: copies })).status).toBe(200);
  const { articles } = (await owner.get(`${DESK}/articles`)).body;
  expect(articles).toHaveLength(2 * content.articles.length);
});

const HR = seedId('project:hr-dashboard');
const OLD_PATH = '/my-work/hr-dashboard';
const WORK_PATH = '/my-work/leave-and-attendance';

test('a project is told on a page of its own: what it was, what it changed by whose word, and what does the same', async () => {
  const { project } = (await owner.get(`${DESK}/projects/${HR}`)).body;
  const figure = {
    value: '2 days',
    caption: 'saved each month',
    source: 'Payroll office',
    date: '2026-07-01',
  };
  const told = {
    ...project,
    result: 'The month-end export is ready on the first morning.',
    problem: 'Four supervisors kept four spreadsheets.',
    parts: [
      {
        text: '<p>Rules as a table.</p><pre><code class="language-ts">const a = 1;</code></pre>',
        picture: null,
      },
      { text: '', picture: project.picture },
    ],
    beforeAfter: { before: { ...project.picture, alt: 'Spreadsheets' }, after: project.picture },
    figures: [figure],
    reviewId: seedId('review:ananya-deshpande:business-website'),
    gigId: WEBSITE,
  };
  const save = (more: object) => owner.put(`${DESK}/projects/${HR}`, { ...told, ...more });
  const refusals: [object, string, string][] = [
    [
      { figures: [{ ...figure, source: ' ' }] },
      'figures.0.source',
      'A figure needs its source: who measured it, and how.',
    ],
    [{ figures: [{ ...figure, date: '' }] }, 'figures.0.date', 'Please choose a day.'],
    [
      { beforeAfter: { ...told.beforeAfter, after: null } },
      'beforeAfter.after',
      'Please add both pictures, the one before and the one after, or neither.',
    ],
    [
      { parts: [{ text: 'x'.repeat(200_000), picture: null }] },
      'parts.0.text',
      'Please keep to 20000 characters.',
    ],
    [
      { parts: [{ text: '', picture: null }] },
      'parts.0.text',
      'Please write something here, or add a picture.',
    ],
    [
      { slug: 'clinic-booking' },
      'slug',
      '“Appointment booking for a group of three clinics” has this address already. Please choose another.',
    ],
  ];
  for (const [more, field, message] of refusals) {
    const { status, body } = await save(more);
    expect({ status, field: body.field, message: body.message }).toEqual({
      status: 400,
      field,
      message,
    });
  }
  const saved = await save({});
  expect(saved.status).toBe(200);
  expect((await save({ title: 'From another tab' })).status, 'an older version').toBe(409);
  await publish();

  const { status, body: html } = await read(OLD_PATH);
  expect(status).toBe(200);
  for (const text of [
    told.result,
    told.problem,
    'What was built',
    'Payroll office',
    'code-keyword',
    'Order this from',
  ])
    expect(html).toContain(text);
  expect(html).toContain(`href="${WEBSITE_PAGE}"`);
  expect(html).toMatch(/<a class="next[^"]*" href="\/my-work\/clinic-booking" rel="next"/);
  expect(html).toMatch(/"@type":"CreativeWork","name":"Leave and attendance/);
  expect(/<link rel="canonical" href="[^"]*(\/my-work\/[^"]+)"/.exec(html)?.[1]).toBe(OLD_PATH);
  const share = /property="og:image" content="[^"]*(\/og\/[^"]+)"/.exec(html)?.[1] ?? '';
  expect((await read(share)).status).toBe(200);
  const { updatedAt } = saved.body.project;
  expect((await read('/sitemap.xml')).body).toContain(
    `${OLD_PATH}</loc><lastmod>${updatedAt}</lastmod>`,
  );
  const { page, browserErrors } = await openPage(browser, app.origin, { viewport: PHONE });
  await page.goto(OLD_PATH);
  await expectAccessible(page);
  expect(await sidewaysScroll(page)).toBe(0);
  const pictures = page.locator('[data-before-after]');
  const slider = page.getByRole('slider');
  await slider.click({ position: { x: 5, y: 40 } });
  await slider.press('Home');
  await waitFor(async () => expect(await pictures.getAttribute('style')).toBe('--shown: 0%;'));
  expect(browserErrors).toEqual([]);
  const list = (await read('/my-work')).body;
  expect(list).toContain(`<a href="${OLD_PATH}" data-part="title">`);
  expect(list).toContain('>The problem</h3>');
});

test('words of somebody who bought here are in the structured data, those of others only on the page', async () => {
  const review = { id: seedId('review:ananya-deshpande:business-website') };
  const words = (await read(OLD_PATH)).body;
  expect(words).toContain('In the client’s words');
  expect(words).not.toContain('Bought here');
  expect(words).not.toContain('"@type":"Review"');
  await app.write((tx) => tx.deleteFrom('reviews').where('id', '=', review.id).execute());
  await publish();
  expect((await read(OLD_PATH)).body, 'taken back').not.toContain('In the client’s words');
});

test('who follows an old link to past work or an article is led to where it is now', async () => {
  const { project } = (await owner.get(`${DESK}/projects/${HR}`)).body;
  const renamed = await owner.put(`${DESK}/projects/${HR}`, {
    ...project,
    slug: 'leave-and-attendance',
  });
  expect(renamed.body.project.formerSlugs).toEqual(['hr-dashboard']);
  await publish();
  const leads = async (path: string) => {
    const { status, headers } = await read(path);
    return [status, headers.get('location')];
  };
  expect((await read(WORK_PATH)).status).toBe(200);
  expect(await leads(`${OLD_PATH}?from=mail`)).toEqual([301, `${WORK_PATH}?from=mail`]);
  const rules = readFileSync(join(app.dataDir, 'site', 'current', '_redirects'), 'utf8');
  expect(rules).toContain(`${OLD_PATH} ${WORK_PATH} 301`);

  const { version } = renamed.body.project;
  const undone = await owner.post(`${DESK}/projects/${HR}/undo`, { version });
  expect(undone.body.project).toMatchObject({
    slug: 'hr-dashboard',
    formerSlugs: ['leave-and-attendance'],
  });
  await publish();
  expect(await leads(WORK_PATH)).toEqual([301, OLD_PATH]);

  await owner.put(`${DESK}/projects/${HR}/status`, { version: version + 1, status: 'retired' });
  await publish();
  for (const path of [OLD_PATH, WORK_PATH]) expect(await leads(path)).toEqual([302, '/my-work']);
});

test('what nobody may run is not stored: of a text only the elements of the editor stay', async () => {
  const text =
    '<p onclick="x()">Hi<script>alert(1)</script></p><pre class="x"><code class="language-ts evil">a &lt; b</code></pre>';
  const { body } = await owner.post(`${DESK}/articles`, { ...BLANK, title: 'Clean', text });
  expect(body.article.text).toBe('<p>Hi</p><pre><code class="language-ts">a &lt; b</code></pre>');
});

test('a completed order becomes a case study with its buyer’s ticks, and goes when they are taken back', async () => {
  const [client, company] = ['Maya Quillon', 'Quillon Mills Ltd'];
  const { person: buyer } = await insertBuyer(app, { name: client });
  const files = { 'home.webp': readFileSync(join(import.meta.dirname, 'shots', 'home.webp')) };
  const more = { addressInfo: { ...ADDRESS, companyName: company } };
  const orderId = await completed(app, { buyer, owner }, files, more);

  const { page: desk, browserErrors } = await openPageAs(owner, { viewport: DESKTOP });
  await desk.goto(`/desk/orders/${orderId}`);
  await desk.getByRole('button', { name: 'Make a case study' }).click();
  const agreed = desk.getByRole('region', { name: 'What the client allows' });
  await agreed.getByText('No answer yet').waitFor();
  const id = desk.url().split('/').at(-1) ?? '';
  await desk.getByLabel('Description').fill('A shop for cloth.');
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByText('Saved.', { exact: true }).waitFor();
  await desk.getByRole('button', { name: /and publish$|^List it$/ }).click();
  await desk.getByText('The client has not answered yet what may be shown').waitFor();

  const { page, browserErrors: buyerErrors } = await openPageAs(buyer, { viewport: PHONE });
  await page.goto(`/orders/${orderId}?chat=open`);
  const card = page.getByRole('article', { name: 'A case study of this work' });
  await card.getByText('Waiting for you').waitFor();
  const boxes = card.getByRole('checkbox');
  expect(await boxes.evaluateAll((all) => all.some((box) => box.matches(':checked')))).toBe(false);
  await card.getByLabel(/^A text about/).check();
  await card.getByLabel(/^The name Maya Quillon.* Quillon Mills Ltd/).check();
  await card.getByLabel(/^Pictures/).check();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Allow what I chose' }).click();
  await card.getByText(/May be shown: .*Maya Quillon.*/).waitFor();

  await desk.reload();
  await agreed.getByRole('button', { name: 'Use the name' }).click();
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByText('Saved.', { exact: true }).waitFor();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: /and publish$|^List it$/ }).click();
  const { slug } = (await owner.get(`${DESK}/projects/${id}`)).body.project;
  const shown = async (path = `/my-work/${slug}`) => String((await read(path)).body);
  await waitFor(async () => expect(await shown()).toContain(client));
  for (const path of [`/my-work/${slug}`, `/my-work/${slug}.md`])
    expect(await shown(path)).toContain(client);
  expect(await shown()).toContain('CreativeWork');
  expect(await shown('/sitemap.xml')).toContain(`/my-work/${slug}`);
  await saveProject(owner, id, { result: 'An edit that is not published' });

  await page.goto('/settings#shown');
  await page.getByRole('button', { name: 'Take back: Pictures of the work' }).click();
  await page.getByText('Taken back. It is gone').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Take back: The name/ }).click();
  await waitFor(async () => expect(await shown()).not.toContain(client));
  expect(await shown()).not.toContain('Delivered: home.webp');
  expect(await shown()).toContain('A shop for cloth.');
  expect(await shown()).not.toContain('An edit that is not published');
  await page.getByRole('button', { name: /^Take back: A text/ }).click();
  await page.getByText('You have allowed nothing.').waitFor();
  await waitFor(() => {
    const left = globSync('*/**/*.{html,md,xml,txt}', { cwd: join(app.dataDir, 'site') });
    const naming = left.filter((file) =>
      /quillon|a shop for cloth/i.test(readFileSync(join(app.dataDir, 'site', file), 'utf8')),
    );
    expect(naming).toEqual([]);
  });
  // Of the click before there was an answer.
  expect(browserErrors).toEqual([expect.stringMatching(/409 \(Conflict\)/)]);
  expect(buyerErrors).toEqual([]);
});
