import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { ownerOf, WEBSITE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

const GIGS = '/api/v1/desk/gigs';
const PICTURES = '/api/v1/desk/pictures';

shareApp();

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

const gig = async (id = WEBSITE) => (await owner.get(`${GIGS}/${id}`)).body.gig;

async function pictureOf(width: number, height: number, format: 'png' | 'jpeg' = 'png') {
  const background = { r: 20, g: 120, b: 110 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  const bytes = await image.toFormat(format).toBuffer();
  return `data:image/${format};base64,${bytes.toString('base64')}`;
}

test('re-encodes a picture in every size without metadata', async () => {
  const bytes = await sharp({
    create: { width: 2000, height: 1200, channels: 3, background: '#fff' },
  })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toBuffer();
  const data = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const { status, body } = await owner.post(PICTURES, { data });
  expect(status).toBe(201);
  expect(body.picture).toMatchObject({ width: 1440, height: 864 });
  expect(body.picture.srcset).toMatch(/480w, .* 960w, .* 1440w$/);
  for (const address of [body.picture.url, ...body.picture.srcset.split(', ')]) {
    const response = await fetch(app.origin + address.split(' ')[0]);
    expect(response.status).toBe(200);
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.width).toBeLessThanOrEqual(1440);
  }
});

test('refuses files that are not pictures or too small, with a sentence', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  for (const data of [
    `data:image/svg+xml;base64,${svg}`,
    `data:image/png;base64,${svg}`,
    'https://elsewhere.example/a.png',
    '/etc/passwd',
    '',
    await pictureOf(200, 200),
  ]) {
    const { status, body } = await owner.post(PICTURES, { data });
    expect(status, data.slice(0, 40)).toBe(400);
    expect(body.message).toMatch(/picture/);
  }
  const huge = await owner.post(PICTURES, { data: 'x'.repeat(15_000_000) });
  expect(huge.status).toBe(413);
});

test('refuses a gig with an unknown picture or two plans of the same name', async () => {
  const before = await gig();
  const pictures = [{ _id: crypto.randomUUID(), alt: 'Nothing' }];
  const answer = await owner.put(`${GIGS}/${WEBSITE}`, { ...before, pictures });
  expect(answer.status).toBe(400);
  expect(answer.body.field).toBe('pictures');
  const twins = [before.PricingPlans[0], { ...before.PricingPlans[1], planType: 'basic' }];
  const twice = await owner.put(`${GIGS}/${WEBSITE}`, { ...before, PricingPlans: twins });
  expect(twice.status).toBe(400);
  expect(await gig()).toEqual(before);
});
