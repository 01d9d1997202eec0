import { Hono } from 'hono';
import { beforeAll, expect, test, vi } from 'vitest';
import { createVisitCounter } from '../../api/modules/visits/count-visits.ts';
import { sourceOf } from '../../api/modules/visits/rules.ts';
import { sumMonths } from '../../api/modules/visits/sum-months.ts';
import { DAY, later, MINUTE } from '../../api/platform/clock.ts';
import { dayIn } from '../../api/platform/dates.ts';
import type { Env } from '../../api/platform/http/env.ts';
import { raw } from '../architecture/raw-request.ts';
import { as, BROWSER, FROM_OUTSIDE, GIG, playMonth } from '../support/month-of-visits.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, startCheckout } from '../support/payments.ts';
import { WEBSITE } from '../support/people.ts';
import { rowsWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

sharePaymentApp();

interface Row {
  name: string;
  count: number;
}

const inside = (path: string) => ({
  'Sec-Fetch-Site': 'same-origin',
  Referer: `${app.origin}${path}`,
});

const open = (path: string, headers: Record<string, string> = {}) =>
  raw(app.origin, path, { ...BROWSER, ...headers });

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
  await open('/my-gig/no-such-gig');
  await open('/my-work/no-such-project');
  await open('/', as(owner));
  expect((await numbers()).pages).toEqual([]);
  // A link of ours that is being pressed: opening it makes no other request.
  await open('/my-work', { ...inside('/'), 'Sec-Purpose': 'prefetch' });
  await open('/', as(asha));
  await expect.poll(async () => (await numbers()).pages).toHaveLength(2);
});

test('names from strangers are short and plain, and twenty a day from one network', async () => {
  await clear();
  const campaigns = ['<>', 'a'.repeat(10_000), '=|', 'b'.repeat(41)];
  for (const campaign of campaigns)
    await open(`/?utm_campaign=${encodeURIComponent(campaign)}`, FROM_OUTSIDE);
  const fromKnown = () => open('/', { ...FROM_OUTSIDE, Referer: 'https://known.example/' });
  for (let at = 0; at < 3; at += 1) await fromKnown();
  const letters = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) await open(`/?utm_source=letter-${at}`, FROM_OUTSIDE);
  };
  await letters(0, 230);
  // It was known before so many came.
  for (let at = 0; at < 3; at += 1) await fromKnown();
  await numbers();
  await letters(230, 250);
  const { sources, pages } = await numbers();
  expect(pages).toMatchObject([{ name: '/', count: 260 }]);
  expect(sources).toEqual([
    { name: 'known.example', count: 6 },
    { name: 'other', count: 254 },
  ]);
  const stored = await app.server.services.store.db
    .selectFrom('visits')
    .select('name')
    .where('kind', '=', 'source')
    .execute();
  expect(stored.length).toBeLessThanOrEqual(21);
  for (const { name } of stored)
    expect(name).toMatch(/^(letter-\d+ \(campaign\)|known\.example|other)$/);
});

test('a source that has brought visitors keeps its name on a day on which strangers invent two hundred', async () => {
  await clear();
  const today = dayIn(app.server.services.clock(), app.server.services.config.timeZone);
  const kind = 'source' as const;
  const invented = Array.from({ length: 200 }, (_, at) => ({
    ...{ day: today, kind, name: `letter-${at} (campaign)`, count: 1 },
  }));
  const day = later(new Date(today), -DAY).slice(0, 10);
  const known = { day, kind, name: 'known.example', count: 5 };
  await app.write((tx) =>
    tx
      .insertInto('visits')
      .values([...invented, known])
      .execute(),
  );
  await open('/');
  await numbers();
  for (const host of ['known', 'new'])
    await open('/', { ...FROM_OUTSIDE, Referer: `https://${host}.example/` });
  const { sources } = await numbers();
  expect(sources).toContainEqual({ name: 'known.example', count: 6 });
  expect(await rowsWith(app, 'visits', { name: 'new.example' })).toEqual([]);
});

test.each([
  ['?utm_campaign=50%25+off%21+%28Diwali%29', '', '50 off diwali (campaign)'],
  ['?utm_campaign=दिवाली', '', 'दिवाली (campaign)'],
  ['?utm_campaign=%3Cscript%3E', '', 'script (campaign)'],
  ['?utm_campaign=%21%3F', '', 'other'],
  ['', 'https://lm.facebook.com/l.php?u=x', 'facebook.com'],
  ['', 'https://m.facebook.com/', 'facebook.com'],
  ['', 'https://www.m.example/', 'm.example'],
  ['', 'https://l.instagram.com', 'instagram.com'],
])('a visit to %j from %j came from %s', (query, referrer, source) =>
  expect(sourceOf(`https://shop.example/${query}`, referrer)).toBe(source),
);

test('a Safari that does not say what it asks for is counted, a program is not', async () => {
  await clear();
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1';
  const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  await raw(app.origin, '/', { 'User-Agent': safari, ...html });
  await raw(app.origin, '/', { 'User-Agent': safari, Accept: '*/*' });
  await raw(app.origin, '/', { 'User-Agent': BROWSER['User-Agent'], ...html });
  await raw(app.origin, '/', { 'User-Agent': safari, ...html, 'X-Purpose': 'preview' });
  expect((await numbers()).pages).toMatchObject([{ name: '/', count: 1 }]);
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

test('what was counted is written each minute, so a killed process loses the last one only', async () => {
  await clear();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { services } = app.server;
    const killed = createVisitCounter(services, services.config);
    const site = new Hono<Env>().use(killed.middleware).get('/', (c) => c.text('Home'));
    const headers = Object.fromEntries(
      Object.entries(BROWSER).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const openHome = () => site.request('/', {}, { incoming: { headers } });
    await openHome();
    await openHome();
    vi.advanceTimersByTime(MINUTE);
    await openHome();
    await expect.poll(async () => (await numbers()).pages).toMatchObject([{ name: '/', count: 2 }]);
  } finally {
    vi.useRealTimers();
  }
});

test('the numbers of a month are those of the requests that were sent, and nothing of a link is kept', async () => {
  await clear();
  const month = await startTestApp();
  try {
    const { wanted, found } = await playMonth(month, 300);
    expect(found).toMatchObject({ series: wanted.series, way: wanted.way });
    expect(found.pages.map(({ name, count }: Row) => ({ name, count }))).toEqual(wanted.pages);
    expect(found.sources).toEqual(wanted.sources);
    expect(found.orderPages).toMatchObject(wanted.orderPages);
    const stored = await month.server.services.store.db.selectFrom('visits').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/eyJ|token|script|xxx/);
    expect(Math.max(...stored.map(({ name }) => name.length))).toBeLessThanOrEqual(60);
  } finally {
    await month.close();
  }
});
