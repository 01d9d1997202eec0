import type { APIRoute } from 'astro';
import { gigPath } from '../../api/modules/catalog/gigs/rules.ts';
import { beginningOf } from '../../api/modules/catalog/rich-text-rules.ts';
import type { GigListRow } from '../features/gigs/fetch-gig-list.ts';

/** All gigs, for the filter of their list. */
export const GET: APIRoute = ({ locals: { catalog } }) =>
  Response.json(
    catalog.listedGigs().map(
      ({ picture, prices, ...gig }): GigListRow => ({
        id: gig._id,
        path: gigPath(gig),
        title: gig.title,
        summary: beginningOf(gig.description),
        technologies: gig.technologies,
        price: prices?.price ?? null,
        priceUsd: prices?.priceUsd,
        unavailable: gig.unavailable,
        days: gig.days,
        rating: gig.ratings,
        reviews: gig.numOfReviews,
        ...(picture && {
          picture: {
            url: picture.url,
            alt: picture.alt,
            width: picture.width,
            height: picture.height,
          },
        }),
      }),
    ),
  );
