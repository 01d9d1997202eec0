import { beforeAll, expect, test } from 'vitest';
import { sumMonths } from '../../api/modules/visits/sum-months.ts';
import { raw } from '../architecture/raw-request.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, startCheckout } from '../support/payments.ts';
import { WEBSITE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const GIG = `/my-gig/${WEBSITE}`;
const BROWSER = {
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Site': 'none',
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};
const FROM_OUTSIDE = { 'Sec-Fetch-Site': 'cross-site' };
const inside = (path: string) => ({
  'Sec-Fetch-Site': 'same-origin',
  Referer: `${app.origin}${path}`,
});

const open = (path: string, headers: Record<string, string> = {}) =>
  raw(app.origin, path, { ...BROWSER, ...headers });

const as = (person: Person) => ({
  Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

/** What the owner reads after the minute in which it was counted. */
async function numbers(days = 30) {
  await app.server.visits.write();
  return (await owner.get(`/api/v1/desk/visits?days=${days}`)).body;
}

const clear = () => app.write((tx) => tx.deleteFrom('visits').execute());

beforeAll(clear);

test('a page is counted with where its visitor came from, and the owner reads it by day', async () => {
  await open('/');
  await open('/', { ...FROM_OUTSIDE, Referer: 'https://www.dribbble.example/shots?token=SECRET' });
  const { headers } = await open(`${GIG}?utm_campaign=Diwali+2026`, FROM_OUTSIDE);
  for (let at = 0; at < 5; at += 1)
    await open(GIG, {
      ...{ ...FROM_OUTSIDE, Referer: 'https://news.example/' },
      'If-None-Match': headers.get('ETag') ?? '',
    });
  const found = await numbers();
  expect(found.pages).toMatchObject([
    { name: GIG, count: 6 },
    { name: '/', count: 2 },
  ]);
  // One visitor each from three sources is not worth a name.
  expect(found.sources).toEqual([
    { name: 'news.example', count: 5 },
    { name: 'other', count: 3 },
  ]);
  expect(found.series).toHaveLength(30);
  expect(found.series.at(-1).count).toBe(8);
  const { body: today } = await owner.get('/api/v1/desk/today');
  expect(today.visits).toEqual({ pages: 8, before: 0 });
  const stored = await app.server.services.store.db.selectFrom('visits').selectAll().execute();
  expect(JSON.stringify(stored)).not.toMatch(/SECRET|shots|Chrome|127\.0\.0\.1/);
});

test('the way to a paid order names the page where Order was pressed', async () => {
  await clear();
  await open(GIG, inside('/my-gig'));
  await open('/process-payment', inside(GIG));
  await open('/process-payment', inside('/orders'));
  await buy(app, asha);
  await startCheckout(bela);
  const { way, orderPages, sources } = await numbers();
  expect(way).toMatchObject({ gigs: 1, opened: 1, placed: 2, paid: 1 });
  expect(orderPages).toMatchObject([{ name: GIG, title: expect.stringContaining(' '), count: 1 }]);
  expect(sources).toEqual([]);
});

test('robots, what is fetched ahead elsewhere, pictures, screens, wrong addresses and the owner are not counted', async () => {
  await clear();
  await open('/', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  await open('/', { 'User-Agent': 'x'.repeat(5_000) });
  await open('/', { ...FROM_OUTSIDE, 'Sec-Purpose': 'prefetch;anonymous-client-ip' });
  await raw(app.origin, '/');
  await open('/img/avatar-blank.svg');
  await open(`/orders/${WEBSITE}`);
  await open('/desk');
  await open('/no-such-page');
  await open('/', as(owner));
  expect((await numbers()).pages).toEqual([]);
  // A link of ours that is being pressed: opening it makes no other request.
  await open('/my-work', { ...inside('/'), 'Sec-Purpose': 'prefetch' });
  await open('/', as(asha));
  await expect.poll(async () => (await numbers()).pages).toHaveLength(2);
});

test('names from strangers are short and plain, and 200 a day', async () => {
  await clear();
  const campaigns = ['<script>', 'a'.repeat(10_000), '=cmd|calc', 'eyJhbGciOi.eyJzdWIi/x'];
  for (const campaign of campaigns)
    await open(`/?utm_campaign=${encodeURIComponent(campaign)}`, FROM_OUTSIDE);
  for (let at = 0; at < 300; at += 1) await open(`/?utm_source=letter-${at}`, FROM_OUTSIDE);
  await numbers();
  for (let at = 300; at < 600; at += 1) await open(`/?utm_source=letter-${at}`, FROM_OUTSIDE);
  const { sources, pages } = await numbers();
  expect(pages).toMatchObject([{ name: '/', count: 604 }]);
  expect(sources).toEqual([{ name: 'other', count: 604 }]);
  const stored = await app.server.services.store.db
    .selectFrom('visits')
    .select('name')
    .where('kind', '=', 'source')
    .execute();
  expect(stored.length).toBeLessThanOrEqual(201);
  for (const { name } of stored) expect(name).toMatch(/^(letter-\d+ \(campaign\)|other)$/);
});

test('after two years the days of a month become its sum, without rare sources', async () => {
  await clear();
  const rows = [
    { day: '2020-03-01', kind: 'page' as const, name: '/', count: 3 },
    { day: '2020-03-31', kind: 'page' as const, name: '/', count: 4 },
    { day: '2020-03-31', kind: 'source' as const, name: 'rare.example', count: 4 },
  ];
  await app.write((tx) => tx.insertInto('visits').values(rows).execute());
  await open('/');
  await numbers();
  await sumMonths(app.server.services);
  await sumMonths(app.server.services);
  const { series, sources } = await numbers(0);
  expect(series).toMatchObject([{ at: '2020-03', count: 7 }, { count: 1 }]);
  expect(sources).toEqual([{ name: 'other', count: 5 }]);
  expect((await numbers(90)).series.at(-1)).toMatchObject({ count: 1 });
});

test('what was counted is written when the app stops, and once each by two that count', async () => {
  await clear();
  await open('/');
  await app.restart();
  await open('/');
  expect((await numbers()).pages).toMatchObject([{ name: '/', count: 2 }]);
});
