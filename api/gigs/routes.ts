import { Hono } from 'hono';
import type { Store } from '../../db/connect.ts';
import type { Door } from '../lib/door.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { answer, type Prepared, prepare } from '../lib/prepared.ts';
import { presentReviews, type WireReview } from '../reviews/present.ts';
import { presentGigs, type WireGig } from './present.ts';
import { UNKNOWN_GIG } from './rules.ts';

const GIG_TABLES = ['gigs', 'plans', 'extras', 'faqs', 'gig_pictures', 'pictures'];
const REVIEW_TABLES = ['reviews', 'hidden_reviews', 'gigs', 'users'];

interface GigAnswer {
  success: true;
  gig: WireGig & { reviews: WireReview[] };
}
interface ReviewsAnswer {
  success: true;
  reviews: WireReview[];
}

/** What visitors read, from prepared bytes. */
export function gigs(store: Store, door: Door) {
  const list = prepare(store, GIG_TABLES, async () => ({
    success: true as const,
    gigs: await presentGigs(store.db),
  }));
  const reviews = prepare(store, REVIEW_TABLES, async () => ({
    success: true as const,
    reviews: await presentReviews(store.db),
  }));

  door.add('/api/v1/gig/get', list);
  door.add('/api/v1/gig/reviews', reviews);

  const oneGig = byGig<GigAnswer>(
    store,
    door,
    '/api/v1/gig/get/',
    [...GIG_TABLES, ...REVIEW_TABLES],
    async (id) => {
      const gig = (await presentGigs(store.db)).find((each) => each._id === id);
      if (!gig) throw new UserError(404, UNKNOWN_GIG);
      return { success: true, gig: { ...gig, reviews: await presentReviews(store.db, id) } };
    },
  );
  const gigReviews = byGig<ReviewsAnswer>(
    store,
    door,
    '/api/v1/gig/review/',
    REVIEW_TABLES,
    async (id) => ({
      success: true,
      reviews: await presentReviews(store.db, id),
    }),
  );

  return new Hono<Env>()
    .get('/get', (c) => answer(c, list))
    .get('/get/:gigId', async (c) => answer(c, await oneGig(c.req.param('gigId'))))
    .get('/reviews', (c) => answer(c, reviews))
    .get('/review/:gigId', async (c) => answer(c, await gigReviews(c.req.param('gigId'))));
}

/** One prepared answer for each gig there is; 404 for any other id, remembering nothing of it. */
function byGig<T>(
  store: Store,
  door: Door,
  path: string,
  tables: string[],
  load: (id: string) => Promise<T>,
) {
  const kept = new Map<string, Prepared<T>>();
  return async (id: string): Promise<Prepared<T>> => {
    const known = kept.get(id);
    if (known) return known;
    const gig = await store.db
      .selectFrom('gigs')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'published')
      .executeTakeFirst();
    if (!gig) throw new UserError(404, UNKNOWN_GIG);
    const fresh = prepare(store, tables, () => load(id));
    kept.set(id, fresh);
    door.add(path + id, fresh);
    return fresh;
  };
}
