import { readFile } from 'node:fs/promises';
import { strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { expectAccessible } from './page.ts';
import { openPageAs, shareBrowser } from './shared-browser.ts';

shareApp();
shareBrowser();

const zipped = (content: object, files: Record<string, Uint8Array> = {}) => ({
  name: 'content.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(zipSync({ 'content.json': strToU8(JSON.stringify(content)), ...files })),
});

test('the owner takes the content along as a zip, and brings a gig with its picture from one', async () => {
  const owner = await ownerOf(app);
  const { page, browserErrors } = await openPageAs(owner);
  await page.goto('/desk/content');
  await page.getByRole('heading', { name: 'Import and export', level: 1 }).waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const files = unzipSync(await readFile(await (await download).path()));
  const content = JSON.parse(new TextDecoder().decode(files['content.json']));
  expect(content.format).toBe(1);
  for (const { file } of content.gigs[0].pictures) expect(files[file]?.length).toBeGreaterThan(500);

  const choose = page.getByLabel('Zip to import');
  const gig = {
    ...content.gigs[0],
    title: 'A gig that came in a zip',
    pictures: [{ file: 'pictures/desk.png', alt: 'A desk' }],
  };
  await choose.setInputFiles(zipped({ format: 1, gigs: [gig] }));
  await page.getByText('The picture pictures/desk.png is missing in this zip.').waitFor();
  await choose.setInputFiles(zipped({ format: 1, gigs: [{ ...gig, title: '', pictures: [] }] }));
  await page.getByText('Gig 1, title: Please give the gig a title.').waitFor();

  const picture = { width: 640, height: 400, channels: 3 as const, background: '#0f766e' };
  const png = new Uint8Array(await sharp({ create: picture }).png().toBuffer());
  await choose.setInputFiles(zipped({ format: 1, gigs: [gig] }, { 'pictures/desk.png': png }));
  await page.getByText('Adds 1 gig as a draft.').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('Imported. Adds 1 gig as a draft.').first().waitFor();
  const { gigs } = (await owner.get('/api/v1/desk/gigs')).body;
  const imported = gigs.find(({ title }: { title: string }) => title === gig.title);
  expect(imported).toMatchObject({ status: 'draft', picture: { alt: 'A desk' } });
  // The shop's own export: none of its pictures is sent again, and the browser asks before the tab is closed.
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/desk/pictures')) uploads.push(request.url());
  });
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/v1/desk/content', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const isAsked = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await isAsked()).toBe(false);
  const all = Object.fromEntries(Object.entries(files).filter(([name]) => name.includes('/')));
  await choose.setInputFiles(zipped(content, all));
  await expect.poll(isAsked).toBe(true);
  gate.resolve();
  await page.getByText(/^Adds \d+ gigs,? (and )?\d+ pieces of past work/).waitFor();
  await page.unroute('**/api/v1/desk/content');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page
    .getByText(/^Imported\. Adds \d+ gigs/)
    .first()
    .waitFor();
  expect(uploads).toEqual([]);
  await expect.poll(isAsked).toBe(false);
  // The one refusal by the server, of the gig without a title.
  expect(browserErrors.filter((each) => !each.includes('400 (Bad Request)'))).toEqual([]);
});
