import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  answerWith,
  ask,
  completed,
  listProject,
  projectOf,
  saveProject,
  takeBack,
} from '../support/case-studies.ts';
import { ADDRESS, insertBuyer, PASSWORD } from '../support/people.ts';
import { rowsWith } from '../support/rows.ts';

import {
  app,
  ended,
  instructBuild,
  owner,
  PUBLISH_API,
  publish,
  refreshPages,
  review,
  sharePublishApp,
  site,
  startPage,
  status,
} from './publish-app.ts';

sharePublishApp();

test('a review that contains the address of a picture does not fail a publish', async () => {
  const { user } = await insertBuyer(app);
  await review(user.id, `Broken: /media/${'0'.repeat(40)}.png`);
  const { latest } = await publish();
  expect(latest.failure).toBeNull();
});

test('a link in a text to what is gone becomes plain text, the owner is told once, and no release is refused', async () => {
  const { projects } = (await owner.get('/api/v1/desk/projects')).body;
  const [{ _id }] = projects;
  const gone = ['/my-work/gone', `${app.origin}/gone`, `/media/${'0'.repeat(40)}.png`, '/%ff', 'x'];
  const links = [...gone, '/my-work', '/orders/any', 'https://other.example/gone', '#here']
    .map((href) => `<a href="${href}">to ${href}</a>`)
    .join(' and ');
  const saved = await saveProject(owner, _id, {
    parts: [{ text: `<p>${links}</p>`, picture: null }],
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect((await publish()).latest.failure).toBeNull();
  const page = readFileSync(site('current', 'my-work.html'), 'utf8').replaceAll('\\"', '"');
  const live = [...page.matchAll(/<a href="([^"]*)">to /g)].map(([, href]) => href);
  expect(live).toEqual(['/my-work', '/orders/any', 'https://other.example/gone', '#here']);
  for (const href of gone) expect(page).toContain(`to ${href}`);
  expect((await publish()).latest.failure).toBeNull();
  const told = await rowsWith(app, 'notifications', { type: 'order' });
  expect(told.filter(({ message }) => message.includes('/my-work/gone in “'))).toHaveLength(1);
  expect((await saveProject(owner, _id, { parts: [] })).status).toBe(200);
});

test('deleting an account removes the person from every stored release, and no release goes', async () => {
  const name = 'Quillon Ferrybank';
  const { person, user } = await insertBuyer(app, { name });
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body } = await person.post('/api/v1/user/picture', { avatar });
  const picture: string = body.user.avatar.url;
  await review(user.id, 'It leaves with me.');
  await publish();
  await publish();
  const pages = () =>
    globSync('*/index.html', { cwd: site() }).filter((file) =>
      readFileSync(site(file), 'utf8').includes(name),
    );
  expect(pages()).toHaveLength(1);
  expect(existsSync(site('current', picture))).toBe(true);

  const before = (await status()).releases;
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await expect.poll(afterRefresh(pages)).toEqual([]);
  await expect
    .poll(async () => publishTimes(await status()))
    .toEqual(publishTimes({ releases: before }));
  expect(startPage()).not.toContain('It leaves with me.');
  expect(globSync(`*${picture}`, { cwd: site() })).toEqual([]);
  expect((await app.visitor().get(picture)).status).toBe(404);
});

test('a person whose account is deleted while a publish fails is removed by a later publish', async () => {
  const name = 'Ottoline Parchment';
  const { person, user } = await insertBuyer(app, { name });
  await review(user.id, 'It leaves as well.');
  await publish();
  instructBuild('fail');
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  await refreshPages();
  await expect.poll(async () => (await status()).latest.failure).toMatch(/heart/);
  expect(startPage()).toContain(name);
  instructBuild('');
  await expect.poll(afterRefresh(startPage)).not.toContain(name);
});

test('what a client takes back leaves every stored release, also one that is returned to, and publishes nothing else', async () => {
  const company = 'Ferrybank Mills Ltd';
  const { person: buyer } = await insertBuyer(app);
  const size = { width: 900, height: 700, channels: 3 as const };
  const picture = await sharp({ create: { ...size, background: '#774411' } })
    .png()
    .toBuffer();
  const more = { addressInfo: { ...ADDRESS, companyName: company } };
  const orderId = await completed(app, { buyer, owner }, { 'home.png': picture }, more);
  const id = await ask(owner, orderId);
  await answerWith(buyer, orderId, ['text', 'name', 'pictures']);
  await saveProject(owner, id, { client: company, desc: 'FERRYBANK MILLS sells cloth.' });
  expect((await listProject(owner, id)).status).toBe(200);
  const { picture: cover } = await projectOf(owner, id);
  await publish();
  await saveProject(owner, id, { result: 'Twice the cloth' });
  await publish();
  await saveProject(owner, id, { problem: 'An edit that nobody has published.' });
  const files = () => globSync(['*', '*.json', '*/**'], { cwd: site() });
  const naming = (text: RegExp) =>
    files().filter((file) => {
      const path = site(file);
      return statSync(path).isFile() && text.test(readFileSync(path, 'utf8'));
    });
  expect(naming(/ferrybank mills/i).length).toBeGreaterThan(1);
  const { db } = app.server.services.store;
  const releasesNaming = async () =>
    (await db.selectFrom('releases').select('content').execute()).filter(({ content }) =>
      /ferrybank mills/i.test(content),
    ).length;
  expect(await releasesNaming()).toBe(2);
  const pictures = () => files().filter((file) => file.endsWith(cover.url.split('/').at(-1)));
  expect(pictures()).toHaveLength(1);
  const before = publishTimes(await status());
  const begun = performance.now();
  expect((await takeBack(buyer, orderId, ['name', 'pictures'])).status).toBe(200);
  await expect.poll(afterRefresh(() => naming(/ferrybank mills/i))).toEqual([]);
  expect(await releasesNaming()).toBe(0);
  const seconds = (performance.now() - begun) / 1_000;
  process.stdout.write(`Out of every release ${seconds.toFixed(1)} s after it was taken back.\n`);
  expect(pictures()).toEqual([]);
  expect((await app.visitor().get(cover.url)).status).toBe(404);
  await expect.poll(async () => publishTimes(await status())).toEqual(before);
  const shownNow = () => readFileSync(site('current', 'my-work.html'), 'utf8');
  expect(shownNow()).toContain('Twice the cloth');
  expect(shownNow()).not.toContain('An edit that nobody');
  const { releases } = await status();
  const earlier = releases.find((each: { isCurrent: boolean }) => !each.isCurrent);
  const back = await owner.post(`${PUBLISH_API}/rollback`, { release: earlier.name });
  expect(back.status).toBe(202);
  await ended();
  expect(shownNow()).toContain('the client sells cloth.');
  expect(shownNow()).not.toContain('Twice the cloth');
  expect(naming(/ferrybank mills/i)).toEqual([]);
  // An account that goes takes the rest with it.
  expect((await buyer.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  await expect.poll(afterRefresh(() => naming(/sells cloth/))).toEqual([]);
});

/** The job refreshes every minute, because a refresh does nothing while another one is still ending. */
const afterRefresh =
  <T>(read: () => T) =>
  async () => {
    await refreshPages();
    return read();
  };

const publishTimes = ({ releases }: { releases: { publishedAt: string }[] }) =>
  releases.map(({ publishedAt }) => publishedAt);
