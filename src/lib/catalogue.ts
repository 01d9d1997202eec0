import type { WireGig } from '../../api/gigs/present.ts';
import { presentGigs } from '../../api/gigs/present.ts';
import { presentProjects, type WireProject } from '../../api/projects/present.ts';
import { presentReviews, type WireReview } from '../../api/reviews/present.ts';
import { connect } from '../../db/connect.ts';

interface Catalogue {
  gigs: WireGig[];
  projects: WireProject[];
  reviews: WireReview[];
}

let read: Promise<Catalogue> | undefined;

/** What the pages are made of, read once a build from the database that DATABASE_URL names. */
export function catalogue(): Promise<Catalogue> {
  read ??= load();
  return read;
}

async function load(): Promise<Catalogue> {
  const store = connect(process.env['DATABASE_URL'] ?? 'sqlite:var/shop.db');
  try {
    return {
      gigs: await presentGigs(store.db),
      projects: await presentProjects(store.db),
      reviews: await presentReviews(store.db),
    };
  } finally {
    await store.close();
  }
}
