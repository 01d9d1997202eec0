import { DAY, later } from '../../api/platform/clock.ts';
import { dayIn, hourOf } from '../../api/platform/dates.ts';
import { raw } from '../architecture/raw-request.ts';
import type { Person } from './http-client.ts';
import { buy, startCheckout } from './payments.ts';
import { insertBuyer, ownerOf, STORE_PAGE, WEBSITE, WEBSITE_PAGE } from './people.ts';
import type { TestApp } from './test-app.ts';

export const GIG = WEBSITE_PAGE;
export const ORDER_PAGE = '/process-payment';
/** What a browser sends for an address that was typed. */
export const BROWSER = {
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Site': 'none',
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};
export const FROM_OUTSIDE = { 'Sec-Fetch-Site': 'cross-site' };
const PREFETCH = { 'Sec-Purpose': 'prefetch' };

export const as = (person: Person) => ({
  Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

type Headers = Record<string, string>;

/** A request, and what it has to be counted as: nothing without a page or a pressed Order. */
interface Visit {
  path: string;
  headers?: Headers;
  page?: string;
  source?: string;
  pressedOn?: string;
  /** Asks as a browser that has the page and wants to know whether it changed. */
  isKnown?: true;
}

interface World {
  at: number;
  page: string;
  origin: string;
  owner: Headers;
  buyer: Headers;
}

const PAGES = ['/', GIG, '/my-work', STORE_PAGE, '/my-gig', '/seller', '/articles'];
const pageOf = (at: number): string => PAGES[(at * 5) % PAGES.length] ?? '/';
/** In a link that somebody was sent. */
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl';

const inside = ({ origin }: World, path: string): Headers => ({
  'Sec-Fetch-Site': 'same-origin',
  Referer: `${origin}${path}`,
});
const from = (referrer: string): Headers => ({ ...FROM_OUTSIDE, Referer: referrer });
const campaign = (page: string, name: string): string =>
  `${page}?utm_campaign=${encodeURIComponent(name)}`;

const linkOf = (world: World): Visit => ({
  ...{ path: world.page, page: world.page, headers: inside(world, '/') },
});

/** How many of a hundred requests are of a kind. */
const KINDS: [share: number, what: string, visit: (world: World) => Visit][] = [
  [12, 'typed or bookmarked', ({ page }) => ({ path: page, page, source: 'direct' })],
  [
    10,
    'from a search engine',
    ({ page }) => ({
      ...{ path: page, headers: from('https://www.google.example/'), page },
      source: 'google.example',
    }),
  ],
  [
    4,
    'from a page whose address holds a token',
    ({ page }) => ({
      ...{ path: page, headers: from(`https://mail.example/read?token=${TOKEN}`), page },
      source: 'mail.example',
    }),
  ],
  [
    6,
    'by a campaign',
    ({ page }) => ({
      ...{ path: campaign(page, 'Diwali 2026'), headers: FROM_OUTSIDE, page },
      source: 'diwali 2026 (campaign)',
    }),
  ],
  [
    3,
    'from a site that sends one visitor',
    ({ page, at }) => ({
      ...{ path: page, headers: from(`https://blog-${at}.example/post`), page },
      source: `blog-${at}.example`,
    }),
  ],
  [
    3,
    'forged campaigns of 10 kB',
    ({ page, at }) => ({
      ...{ path: campaign(page, `${at}${'x'.repeat(10_000)}`), headers: FROM_OUTSIDE, page },
      source: 'other',
    }),
  ],
  [
    2,
    'forged referrers',
    ({ page }) => ({
      ...{ path: page, headers: from('https://<script>/?"'), page },
      source: 'other',
    }),
  ],
  [12, 'by a link of ours', linkOf],
  [
    5,
    'by a link of ours, fetched while it is pressed',
    (world) => ({ ...linkOf(world), headers: { ...inside(world, '/'), ...PREFETCH } }),
  ],
  [5, 'again, answered with 304', (world) => ({ ...linkOf(world), isKnown: true })],
  [
    3,
    'by somebody who is signed in',
    (world) => ({ ...linkOf(world), headers: { ...inside(world, '/orders'), ...world.buyer } }),
  ],
  [
    4,
    'Order pressed on a gig',
    (world) => ({ path: ORDER_PAGE, headers: inside(world, GIG), pressedOn: GIG }),
  ],
  [
    1,
    'checkout opened again from the orders',
    (world) => ({ path: ORDER_PAGE, headers: inside(world, '/orders') }),
  ],
  [
    8,
    'robots that say so',
    ({ page }) => ({
      path: page,
      headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com/bot)' },
    }),
  ],
  [2, 'no browser named', ({ page }) => ({ path: page, headers: { 'User-Agent': '' } })],
  [
    3,
    'prefetched by another site',
    ({ page }) => ({ path: page, headers: { ...from('https://google.example/'), ...PREFETCH } }),
  ],
  [
    4,
    'programs that ask for no document',
    ({ page }) => ({ path: page, headers: { 'Sec-Fetch-Dest': '' } }),
  ],
  [
    3,
    'shown in a frame of another site',
    ({ page }) => ({ path: page, headers: { ...FROM_OUTSIDE, 'Sec-Fetch-Dest': 'iframe' } }),
  ],
  [4, 'the owner’s own', ({ page, owner }) => ({ path: page, headers: owner })],
  [2, 'screens behind the sign-in', () => ({ path: `/orders/${WEBSITE}` })],
  [2, 'addresses that do not exist', ({ at }) => ({ path: `/wp-login-${at}.php` })],
  [
    2,
    'pictures and scripts',
    () => ({ path: '/img/avatar-blank.svg', headers: { 'Sec-Fetch-Dest': 'image' } }),
  ],
];

/** The kinds of a hundred requests, mixed. */
const HUNDRED = KINDS.flatMap((kind, row) =>
  Array.from({ length: kind[0] }, (_, at) => ({ kind, place: (at * 61 + row * 17) % 97 })),
)
  .toSorted((a, b) => a.place - b.place)
  .map(({ kind }) => kind);

const DAYS = 30;
/** The day on which as many campaigns are invented as the month has visits. */
const DAY_OF_FLOOD = 20;
const AT_ONCE = 10;
const LEAST_OF_A_SOURCE = 5;

/**
 * Plays a month of visits and buys, and says what was sent and what the owner has to read: counted here, without the
 * app. An order is placed on every third day, and every second of them is paid.
 */
export async function playMonth(app: TestApp, visits: number) {
  const { clock, config } = app.server.services;
  const noon = hourOf(dayIn(clock(), config.timeZone), 12, config.timeZone);
  const untilNoon = Date.parse(noon) - clock().getTime();
  app.advance(untilNoon > 0 ? untilNoon : untilNoon + DAY);
  const sent = new Map<string, { count: number; isCounted: boolean }>();
  const wanted = { pages: new Counts(), sources: new Counts(), orders: new Counts() };
  const days: number[] = [];
  const way = { placed: 0, paid: 0 };
  const etags = new Map<string, string>();

  const send = async (what: string, visit: Visit) => {
    const { path, headers = {}, page, source, pressedOn, isKnown } = visit;
    const etag = isKnown && (etags.get(path) ?? (await etagOf(app, path)));
    if (etag) etags.set(path, etag);
    const known: Headers = etag ? { 'If-None-Match': etag } : {};
    const { status } = await raw(app.origin, path, { ...BROWSER, ...headers, ...known });
    if (etag && status !== 304) throw new Error(`${path} answered ${status}`);
    const isCounted = page !== undefined || pressedOn !== undefined;
    sent.set(what, { count: (sent.get(what)?.count ?? 0) + 1, isCounted });
    if (page) {
      wanted.pages.add(page);
      days[days.length - 1] = (days.at(-1) ?? 0) + 1;
    }
    if (source) wanted.sources.add(source);
    if (pressedOn) wanted.orders.add(pressedOn);
  };

  for (let day = 0; day < DAYS; day += 1) {
    days.push(0);
    const [owner, buyer] = [as(await ownerOf(app)), as((await insertBuyer(app)).person)];
    const ends = Math.floor((visits * (day + 1)) / DAYS);
    const made: [string, Visit][] = [];
    for (let at = Math.floor((visits * day) / DAYS); at < ends; at += 1) {
      const [, what, visit] = HUNDRED[at % HUNDRED.length] ?? KINDS[0] ?? [];
      const world = { at, page: pageOf(at), origin: app.origin, owner, buyer };
      if (what && visit) made.push([what, visit(world)]);
    }
    if (day === DAY_OF_FLOOD)
      for (let at = 0; at < visits; at += 1)
        made.push([
          'invented campaigns on one day',
          {
            ...{ path: campaign('/', `letter-${at}`), headers: FROM_OUTSIDE },
            ...{ page: '/', source: `letter-${at} (campaign)` },
          },
        ]);
    for (let at = 0; at < made.length; at += AT_ONCE)
      await Promise.all(made.slice(at, at + AT_ONCE).map((each) => send(...each)));
    if (day % 3 === 0) {
      const { person } = await insertBuyer(app);
      if (day % 2) await startCheckout(person);
      else await buy(app, person);
      way.placed += 1;
      way.paid += day % 2 ? 0 : 1;
    }
    if (day === DAYS - 1) continue;
    // In the days between, the minutes have written it.
    await app.server.visits.write();
    app.advance(DAY);
  }
  // What was counted is written when the app stops.
  await app.restart();
  const { body } = await (await ownerOf(app)).get('/api/v1/desk/visits?days=30');
  const gigs = wanted.pages.sumOf((page) => page.startsWith('/my-gig/'));
  return {
    sent,
    wanted: {
      series: days.map((count, at) => ({
        at: dayIn(later(clock(), (at - DAYS + 1) * DAY), config.timeZone),
        count,
      })),
      pages: wanted.pages.rows(),
      sources: wanted.sources.folded(),
      orderPages: wanted.orders.rows(),
      way: { gigs, opened: wanted.orders.sumOf(() => true), ...way },
    },
    found: body,
  };
}

const etagOf = async (app: TestApp, path: string): Promise<string> =>
  (await raw(app.origin, path, { 'User-Agent': 'curl' })).headers.get('ETag') ?? '';

interface Row {
  name: string;
  count: number;
}

/** How often each name was seen; the most frequent first, as the owner reads them. */
class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }
  rows(): Row[] {
    const rows = [...this].map(([name, count]) => ({ name, count }));
    return rows.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
  sumOf(isIncluded: (name: string) => boolean): number {
    return this.rows().reduce((sum, { name, count }) => sum + (isIncluded(name) ? count : 0), 0);
  }
  folded(): Row[] {
    const isNamed = (name: string) =>
      name !== 'other' && (this.get(name) ?? 0) >= LEAST_OF_A_SOURCE;
    const count = this.sumOf((name) => !isNamed(name));
    const named = this.rows().filter(({ name }) => isNamed(name));
    return count ? [...named, { name: 'other', count }] : named;
  }
}
