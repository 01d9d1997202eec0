import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isCounted } from '../../api/modules/visits/rules.ts';
import { WEBSITE_PAGE } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const PAGES = ['/', '/my-work', '/my-gig', WEBSITE_PAGE, '/seller', '/security'];
const GIG = WEBSITE_PAGE;
const SITE = 'http://localhost:3000';

const htmlOf = new Map<string, string>();
const html = (path: string) => htmlOf.get(path) ?? '';
beforeAll(async () => {
  for (const path of PAGES) htmlOf.set(path, (await app.visitor().get(path)).body);
});

const address = z.url({ protocol: /^https?$/ }).refine((url) => !/\.html?$/.test(url));
const siteAddress = address.refine((url) => url.startsWith(SITE), 'an address of this site');
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const words = z.string().trim().min(3);
const is = <T extends string>(type: T) => z.literal(type);

const person = z.strictObject({
  '@type': is('Person'),
  '@id': siteAddress,
  name: words,
  jobTitle: words,
  description: words,
  url: siteAddress,
  image: siteAddress,
  email: z.string().regex(/^mailto:\S+@\S+$/),
  address: z.strictObject({
    '@type': is('PostalAddress'),
    addressLocality: words,
    addressCountry: words,
  }),
  knowsLanguage: z.array(words).min(1),
  sameAs: z.array(address).min(1),
});

const rating = z.strictObject({
  '@type': is('Rating'),
  ratingValue: z.number().min(0.5).max(5),
  bestRating: z.literal(5),
});

const offer = z.strictObject({
  '@type': is('Offer'),
  name: words,
  description: words,
  price: z.number().positive(),
  priceCurrency: is('INR'),
  availability: is('https://schema.org/InStock'),
  url: siteAddress,
  seller: z.strictObject({ '@type': is('Person'), name: words }),
});

const SHAPES = {
  WebSite: z.strictObject({ '@type': is('WebSite'), name: words, url: siteAddress }),
  Person: person,
  ProfilePage: z.strictObject({ '@type': is('ProfilePage'), mainEntity: person }),
  Product: z.strictObject({
    '@type': is('Product'),
    name: words,
    description: words.max(160),
    image: z.array(siteAddress).min(1),
    brand: z.strictObject({ '@type': is('Brand'), name: words }),
    offers: z.strictObject({
      '@type': is('AggregateOffer'),
      priceCurrency: is('INR'),
      lowPrice: z.number().positive(),
      highPrice: z.number().positive(),
      offerCount: z.int().positive(),
      availability: is('https://schema.org/InStock'),
      url: siteAddress,
      offers: z.array(offer).min(1),
    }),
    aggregateRating: z.strictObject({
      '@type': is('AggregateRating'),
      ratingValue: z.number().min(0.5).max(5),
      reviewCount: z.int().positive(),
      bestRating: z.literal(5),
    }),
    review: z.array(
      z.strictObject({
        '@type': is('Review'),
        author: z.strictObject({ '@type': is('Person'), name: words }),
        datePublished: day,
        reviewBody: z.string().min(1),
        reviewRating: rating,
      }),
    ),
  }),
  BreadcrumbList: z.strictObject({
    '@type': is('BreadcrumbList'),
    itemListElement: z
      .array(
        z.strictObject({
          '@type': is('ListItem'),
          position: z.int().positive(),
          name: words,
          item: siteAddress,
        }),
      )
      .min(2),
  }),
};

type Kind = keyof typeof SHAPES;
type JsonLd<K extends Kind> = z.infer<(typeof SHAPES)[K]>;

const SCRIPT = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g;

/** The page's JSON-LD entries by type, each checked against its schema. */
function jsonLdOf(path: string): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  for (const [, json = ''] of html(path).matchAll(SCRIPT)) {
    const { '@context': context, ...entry } = JSON.parse(json) as Record<string, string>;
    expect(context).toBe('https://schema.org');
    const kind = entry['@type'] as Kind;
    expect(Object.keys(SHAPES), path).toContain(kind);
    entries.set(kind, SHAPES[kind].parse(entry));
  }
  return entries;
}

const jsonLd = <K extends Kind>(path: string, kind: K) => jsonLdOf(path).get(kind) as JsonLd<K>;

test('every JSON-LD entry is valid for its type, and each page has its own', () => {
  expect([...jsonLdOf('/').keys()]).toEqual(['WebSite', 'Person']);
  expect([...jsonLdOf('/seller').keys()]).toEqual(['ProfilePage']);
  expect([...jsonLdOf(GIG).keys()]).toEqual(['Product', 'BreadcrumbList']);
  for (const path of PAGES) jsonLdOf(path);
});

/** The visible text of a page, without tags and entities. */
const visibleText = (path: string): string =>
  html(path)
    .replace(/<(script|style|template)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

test('the JSON-LD of a gig matches its visible text', () => {
  const text = visibleText(GIG);
  const product = jsonLd(GIG, 'Product');
  expect(text).toContain(product.name);
  const prices = product.offers.offers.map(({ price }) => price);
  expect(product.offers.lowPrice).toBe(Math.min(...prices));
  expect(product.offers.highPrice).toBe(Math.max(...prices));
  expect(product.offers.offerCount).toBe(prices.length);
  for (const price of prices) expect(text).toContain(`₹${price.toLocaleString('en-IN')}`);
  expect(text).toContain(product.aggregateRating.ratingValue.toFixed(1));
  expect(text).toContain(`(${product.aggregateRating.reviewCount} reviews)`);
  for (const { author, reviewBody } of product.review) {
    expect(text).toContain(author.name);
    expect(text).toContain(reviewBody.replace(/\s+/g, ' '));
  }
  const breadcrumbs = jsonLd(GIG, 'BreadcrumbList').itemListElement;
  expect(breadcrumbs.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(breadcrumbs.at(-1)).toMatchObject({ name: product.name, item: SITE + GIG });
  expect(visibleText('/')).toContain(jsonLd('/', 'Person').jobTitle);
});

const meta = (path: string, name: string): string =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html(path))?.[1] ?? '';

test('each page has its own title, description and canonical address', async () => {
  const titles = PAGES.map((path) => /<title>([^<]+)/.exec(html(path))?.[1] ?? '');
  expect(new Set(titles).size).toBe(PAGES.length);
  for (const path of PAGES) {
    expect(meta(path, 'description').length, path).toBeGreaterThan(50);
    expect(html(path)).toContain(`<link rel="canonical" href="${SITE}${path}"`);
    expect(meta(path, 'og:url')).toBe(SITE + path);
  }
  expect(new Set(PAGES.map((path) => meta(path, 'description'))).size).toBe(PAGES.length);
});

test('the sitemap lists every public page, and each is reachable', async () => {
  const { body } = await app.visitor().get('/sitemap.xml');
  const listed = [...(body as string).matchAll(/<loc>([^<]+)/g)].map(([, each = '']) => each);
  for (const path of PAGES) expect(listed).toContain(SITE + path);
  for (const each of listed) {
    const path = each.replace(SITE, '');
    const page = await app.visitor().get(path);
    expect(page.status, each).toBe(200);
    expect(page.headers.get('speculation-rules'), `${path} fetches ahead`).not.toBeNull();
    expect(isCounted(path), path).toBe(true);
  }
  const robots: string = (await app.visitor().get('/robots.txt')).body;
  expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  for (const each of listed) {
    for (const [, closed = ''] of robots.matchAll(/^Disallow: (.+)$/gm)) {
      expect(each.replace(SITE, '').startsWith(closed), `${each} is closed to robots`).toBe(false);
    }
  }
});

test('each page has its own share picture of 1200 by 630 in at most 120 KB', async () => {
  const pictures = PAGES.map((path) => meta(path, 'og:image'));
  expect(new Set(pictures).size).toBe(PAGES.length);
  for (const picture of pictures) {
    expect(siteAddress.safeParse(picture).success, picture).toBe(true);
    const response = await fetch(app.origin + picture.replace(SITE, ''));
    expect(response.headers.get('Content-Type')).toBe('image/jpeg');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length, picture).toBeLessThanOrEqual(120 * 1024);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ max }) => max)), 'words are drawn').toBeGreaterThan(200);
  }
});

test('an invalid JSON-LD entry is rejected', () => {
  const { lowPrice: _gone, ...offers } = jsonLd(GIG, 'Product').offers;
  const broken = { ...jsonLd(GIG, 'Product'), offers };
  expect(SHAPES.Product.safeParse(broken).success).toBe(false);
  expect(siteAddress.safeParse('/my-gig').success).toBe(false);
});

test('security.txt names a contact and expires within a year', async () => {
  const { status, body, headers } = await app.visitor().get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '');
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  expect(expires).toBeGreaterThan(Date.now() + 200 * 86_400_000);
  expect(body).toMatch(/^Canonical: http:\/\/[^/]+\/\.well-known\/security\.txt$/m);
});
