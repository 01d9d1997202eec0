import { beforeAll, expect, test } from 'vitest';
import { readPageContent } from '../../api/modules/site/build/validate-release.ts';
import { createPreviews } from '../../api/modules/site/preview/previews.ts';
import { createSiteWorker } from '../../api/modules/site/worker/site-worker.ts';
import type { Person } from '../support/http-client.ts';
import { ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const CALL = '/api/v1/desk/preview';

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

const withoutOrigin = (html: string) => html.replaceAll(/http:\/\/localhost:\d+/g, '');

async function firstGig() {
  const [{ _id }] = (await owner.get('/api/v1/desk/gigs')).body.gigs;
  return (await owner.get(`/api/v1/desk/gigs/${_id}`)).body.gig;
}

test('the preview of what is published has the bytes of the published page', async () => {
  const gig = await firstGig();
  const [{ _id: projectId }] = (await owner.get('/api/v1/desk/projects')).body.projects;
  const { project } = (await owner.get(`/api/v1/desk/projects/${projectId}`)).body;
  const { profile } = (await owner.get('/api/v1/desk/profile')).body;
  for (const [path, draft] of [
    [`/my-gig/${gig.slug}`, { kind: 'gig', id: gig._id, body: gig }],
    [`/my-work/${project.slug}`, { kind: 'project', id: projectId, body: project }],
    ['/my-work', { kind: 'project', id: projectId, body: project, page: '/my-work' }],
    ['/', { kind: 'profile', page: '/', body: profile }],
    ['/seller', { kind: 'profile', page: '/seller', body: profile }],
  ] as const) {
    const { status, body } = await owner.post(CALL, draft);
    expect([path, status]).toEqual([path, 200]);
    const page = await (await fetch(app.origin + path)).text();
    // The apps of tests share a site that was built for another port.
    expect(withoutOrigin(body.html) === withoutOrigin(page), path).toBe(true);
  }
});

test('a portrait and a monogram that nobody has published are drawn for the preview', async () => {
  const { profile } = (await owner.get('/api/v1/desk/profile')).body;
  const shownWith = async (changed: object): Promise<string> => {
    const draft = { kind: 'profile', page: '/seller', body: { ...profile, ...changed } };
    return (await owner.post(CALL, draft)).body.html;
  };
  const brand = { ...profile.brand, monogram: 'QZ' };
  expect(await shownWith({ brand, portrait: null })).toMatch(
    /<img [^>]*src="data:image\/png;base64,/,
  );
  expect(await shownWith({ portrait: null })).toMatch(/<img [^>]*src="\/img\/icon-512\.png"/);
});

test('quotes from elsewhere stand on the seller’s page, outside rating and structured data', async () => {
  const { profile } = (await owner.get('/api/v1/desk/profile')).body;
  const quote = {
    text: 'Fast <b>and</b> kind, with nothing left open.',
    ...{ name: 'Ann Sample', source: 'Fiverr, 2024', link: 'https://quotes.example/ann' },
  };
  const shownWith = async (testimonials: object[]): Promise<string> => {
    const draft = { kind: 'profile', page: '/seller', body: { ...profile, testimonials } };
    return (await owner.post(CALL, draft)).body.html;
  };
  const [without, shown] = [await shownWith([]), await shownWith([quote])];
  expect(without).not.toContain('Quotes from elsewhere');
  expect(shown).toContain('Fast &lt;b&gt;and&lt;/b&gt; kind');
  expect(shown).toMatch(
    /<a href="https:\/\/quotes\.example\/ann" rel="[^"]*nofollow[^"]*"[^>]*>Fiverr, 2024/,
  );
  const dataOf = (html: string) =>
    html.match(/<script type="application\/ld\+json">.*?<\/script>/gs);
  expect(dataOf(shown)).toEqual(dataOf(without));

  for (const link of ['', 'http://quotes.example', 'javascript:alert(1)']) {
    const sent = { ...profile, testimonials: [{ ...quote, link }] };
    const refused = await owner.put('/api/v1/desk/profile', sent);
    expect(refused.body).toMatchObject({ success: false, field: 'testimonials.0.link' });
  }
});

test('a draft that is not finished is shown, and one of other types is refused', async () => {
  const gig = await firstGig();
  const unfinished = {
    ...{ title: '', description: '', technologies: [''], pictures: [{ _id: 'gone', alt: '' }] },
    PricingPlans: [{ ...gig.PricingPlans[0], _id: undefined, planType: '', price: null }],
    ...{ extraFeatures: [{ name: '', description: '', price: 0 }], FAQ: [] },
  };
  for (const body of [unfinished, { ...unfinished, PricingPlans: [], extraFeatures: [] }]) {
    const { status, body: shown } = await owner.post(CALL, { kind: 'gig', id: 'new', body });
    expect(status).toBe(200);
    expect(shown.html).toContain('>Untitled</h1>');
  }
  for (const wrong of [
    { kind: 'gig', id: 'new', body: { ...unfinished, title: 7 } },
    { kind: 'gig', id: 'new', body: { ...unfinished, technologies: Array(101).fill('Go') } },
    { kind: 'gig', id: '../desk', body: unfinished },
    { kind: 'order', id: 'new', body: unfinished },
  ]) {
    expect((await owner.post(CALL, wrong)).status).toBe(400);
  }
});

test('a script in a draft is removed as publishing removes it', async () => {
  const gig = await firstGig();
  const description =
    '<p onclick="steal()">Before</p><script>steal()</script><img src=x onerror=steal()>';
  const title = '</title><script>steal()</script>';
  const draft = { kind: 'gig', id: gig._id, body: { ...gig, title, description } };
  const { html } = (await owner.post(CALL, draft)).body;
  expect(html).toContain('<p>Before</p>');
  const published = await (await fetch(`${app.origin}/my-gig/${gig._id}`)).text();
  expect(readPageContent(html).scripts).toEqual(readPageContent(published).scripts);
});

test('a preview stores nothing, neither in the gig nor in the audit log', async () => {
  const before = await firstGig();
  const read = async () => ({
    gig: await firstGig(),
    changes: (await owner.get('/api/v1/desk/publish/changes')).body,
    log: (await owner.get('/api/v1/desk/audit')).body,
  });
  const stored = await read();
  const body = { ...before, title: 'Never saved' };
  expect((await owner.post(CALL, { kind: 'gig', id: before._id, body })).status).toBe(200);
  expect(await read()).toEqual(stored);
  expect(await (await fetch(`${app.origin}/my-gig/${before._id}`)).text()).not.toContain('Never');
});

test('of the drafts that wait, only the newest of a person is shown', async () => {
  const gig = await firstGig();
  const { log } = app.server.services;
  const worker = createSiteWorker(app.server.services);
  const previews = createPreviews(worker, log);
  const show = (person: string, title: string) =>
    previews
      .render(person, { kind: 'gig', id: gig._id, body: { ...gig, title } })
      .then((html) => html.includes(`>${title}</h1>`))
      .catch(({ status }: { status: number }) => status);
  try {
    const answers = [show('a', 'One'), show('a', 'Two'), show('b', 'Other'), show('a', 'Three')];
    expect(await Promise.all(answers)).toEqual([true, 409, true, true]);
  } finally {
    previews.close();
    await worker.close();
  }
  expect(await show('a', 'Late')).toBe(503);
});

test('a process that ends early answers with a sentence', async () => {
  const reasons: string[] = [];
  const log = { error: (_: string, error: Error) => reasons.push(error.message) };
  const program = [
    '-e',
    'process.stderr.write("no memory"); process.on("message", () => process.exit(3))',
  ];
  const worker = createSiteWorker(app.server.services, program);
  const previews = createPreviews(worker, log as never);
  const draft = { kind: 'gig', id: 'new', body: await firstGig() } as const;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(previews.render('a', draft)).rejects.toMatchObject({ status: 503 });
  }
  expect(reasons).toEqual(['no memory', 'no memory']);
  await worker.close();
});

test('a draft that takes too long ends its process, but never the publish under way there', async () => {
  // It shows no draft, and publishes once it is asked for the pages.
  const program = [
    '-e',
    'process.on("message", ({ id, kind }) => kind === "prepare" && [1, id].forEach((id) => process.send({ id, failure: null, html: "done" })))',
  ];
  const worker = createSiteWorker(app.server.services, program);
  const published = worker.run({ kind: 'publish' });
  const body = await firstGig();
  const shown = worker.run({ kind: 'preview', draft: { kind: 'gig', id: 'new', body } });
  worker.endPreviews(false);
  await worker.run({ kind: 'prepare' });
  expect(await published).toBe('done');
  worker.endPreviews(false);
  expect(await shown).toBe('');
  const never = worker.run({ kind: 'publish' });
  worker.endPreviews(true);
  expect(await never, 'of a process that is stuck').toBe('');
  await worker.close();
});
