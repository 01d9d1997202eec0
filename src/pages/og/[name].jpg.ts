import { createHash } from 'node:crypto';
import type { APIContext, APIRoute } from 'astro';
import { pricesOf } from '../../../api/modules/catalog/gigs/rules.ts';
import type { CatalogReader } from '../../../api/modules/site/build/catalog-reader.ts';
import { timeSpent } from '../../features/projects/project-texts.ts';
import { type Card, drawCard } from '../../features/share/share-picture.tsx';
import drawingCode from '../../features/share/share-picture.tsx?raw';
import { plainDate, pluralize } from '../../lib/format.ts';

interface Drawing extends Omit<Card, 'picture' | 'brand'> {
  /** The URL of the gig's picture. */
  pictureUrl?: string;
}

type Profile = CatalogReader['profile'];

const PAGES: Record<string, (profile: Profile) => Drawing> = {
  home: (profile) => ({
    eyebrow: profile('name'),
    title: profile('role'),
    foot: [profile('tagline'), profile('location')].filter(Boolean).join('  ·  '),
  }),
  'my-work': () => ({
    eyebrow: 'Past work',
    title: 'What has been built, and what it took',
    foot: 'With cost ranges and durations',
  }),
  'my-gig': () => ({
    eyebrow: 'Services',
    title: 'Fixed packages, written down',
    foot: 'Pay at once or in two milestones',
  }),
  seller: (profile) => ({
    eyebrow: profile('handle') || profile('name'),
    title: `About ${profile('name')}`,
    foot: profile('role'),
  }),
  security: () => ({
    eyebrow: 'Security',
    title: 'What keeps your money and data safe',
    foot: 'Each promise with how it is kept',
  }),
};

export const paths = (catalog: CatalogReader) => [
  ...Object.keys(PAGES),
  ...catalog.items('gigs').map(({ _id }) => _id),
  ...catalog.items('projects').map(({ _id }) => _id),
  ...catalog.items('articles').map(({ _id }) => _id),
];

/** An unchanged picture is not drawn again: the publish sends the ETag of the previous one. */
export const GET: APIRoute = async ({ params: { name = '' }, request, locals }) => {
  const { catalog } = locals;
  const drawing =
    PAGES[name]?.(catalog.profile) ??
    drawingOf(catalog, name) ??
    projectDrawing(catalog, name) ??
    articleDrawing(catalog, name);
  if (!drawing) return new Response(null, { status: 404 });
  const brand = catalog.brand();
  const text = JSON.stringify([drawing, brand, drawingCode]);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 });
  return new Response(new Uint8Array(await draw({ ...drawing, brand }, locals)), {
    headers: { 'Content-Type': 'image/jpeg', ETag: etag },
  });
};

function drawingOf({ shareCard, profile }: CatalogReader, id: string): Drawing | undefined {
  const gig = shareCard(id);
  if (!gig) return undefined;
  const { title, prices, rating, numOfReviews, pictureUrl } = gig;
  const from = prices ? `From ${pricesOf(prices)}` : profile('role');
  const rated = numOfReviews > 0 ? `  ·  ${rating} of 5, ${pluralize(numOfReviews, 'review')}` : '';
  return { eyebrow: 'Services', title, foot: from + rated, ...(pictureUrl && { pictureUrl }) };
}

function projectDrawing({ projectCard }: CatalogReader, id: string): Drawing | undefined {
  const project = projectCard(id);
  if (!project) return undefined;
  const { title, type, pictureUrl } = project;
  const foot = [type, timeSpent(project)].filter(Boolean).join('  ·  ');
  return { eyebrow: 'Past work', title, foot, ...(pictureUrl && { pictureUrl }) };
}

function articleDrawing({ articleCard, profile }: CatalogReader, id: string): Drawing | undefined {
  const article = articleCard(id);
  if (!article) return undefined;
  const { title, date, pictureUrl } = article;
  const foot = `${profile('name')}  ·  ${plainDate(`${date}T00:00`)}`;
  return { eyebrow: 'Articles', title, foot, ...(pictureUrl && { pictureUrl }) };
}

async function draw(
  { pictureUrl, ...texts }: Drawing & Pick<Card, 'brand'>,
  { pictureBytes }: APIContext['locals'],
): Promise<Buffer> {
  const picture = pictureUrl && (await pictureBytes(pictureUrl));
  return drawCard({ ...texts, ...(picture && { picture }) });
}
