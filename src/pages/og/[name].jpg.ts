import type { APIRoute } from 'astro';
import { profile } from '../../content/profile.ts';
import { type Card, drawCard } from '../../features/share/share-picture.tsx';
import drawingCode from '../../features/share/share-picture.tsx?raw';
import {
  catalogue,
  pictureBytes,
  readCachedPicture,
  writeCachedPicture,
} from '../../lib/catalog.ts';
import { counted, rupees } from '../../lib/format.ts';

interface Drawing extends Omit<Card, 'picture'> {
  /** The URL of the gig's picture. */
  pictureUrl?: string;
}

const PAGES: Record<string, Drawing> = {
  home: {
    eyebrow: profile.name,
    title: profile.role,
    foot: `${profile.tagline}  ·  ${profile.location}`,
  },
  'my-work': {
    eyebrow: 'Past work',
    title: 'What has been built, and what it took',
    foot: 'With cost ranges and durations',
  },
  'my-gig': {
    eyebrow: 'Services',
    title: 'Fixed packages, written down',
    foot: 'Pay at once or in two milestones',
  },
  seller: { eyebrow: profile.handle, title: `About ${profile.name}`, foot: profile.role },
  security: {
    eyebrow: 'Security',
    title: 'What keeps your money and data safe',
    foot: 'Each promise with how it is kept',
  },
};

export async function getStaticPaths() {
  const { gigs } = await catalogue();
  const cards = gigs.map((gig): [string, Drawing] => [gig._id, cardOf(gig)]);
  return [...Object.entries(PAGES), ...cards].map(([name, drawing]) => ({
    params: { name },
    props: { drawing },
  }));
}

type Gig = Awaited<ReturnType<typeof catalogue>>['gigs'][number];

function cardOf({ title, PricingPlans, ratings, numOfReviews, thumbnailImages }: Gig): Drawing {
  const [plan] = PricingPlans;
  const price = plan ? `From ${rupees(plan.price)}` : profile.role;
  const rated =
    numOfReviews > 0 ? `  ·  ${ratings.toFixed(1)} of 5, ${counted(numOfReviews, 'review')}` : '';
  const pictureUrl = thumbnailImages[0]?.url;
  return { eyebrow: 'Services', title, foot: price + rated, ...(pictureUrl && { pictureUrl }) };
}

export const GET: APIRoute<{ drawing: Drawing }> = async ({ props: { drawing } }) => {
  const key = JSON.stringify([drawing, drawingCode]);
  const bytes =
    (await readCachedPicture(key)) ?? (await writeCachedPicture(key, await draw(drawing)));
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'image/jpeg' } });
};

async function draw({ pictureUrl, ...texts }: Drawing): Promise<Buffer> {
  const picture = pictureUrl && (await pictureBytes(pictureUrl));
  return drawCard({ ...texts, ...(picture && { picture }) });
}
