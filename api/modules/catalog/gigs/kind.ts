import { newId } from '../../../platform/ids.ts';
import type { ContentKind } from '../content/kind.ts';
import { sanitizeRichText } from '../rich-text.ts';
import { type GigDto, toGigDtos } from './dto.ts';
import { GIGS, type StoredGig } from './queries.ts';
import { gigPath, missingFields, pricesOf } from './rules.ts';
import { type GigBody, type GigDocument, gigBody } from './schema.ts';

export const gigKind = {
  ...GIGS,
  schema: gigBody,
  words: { audit: { a: 'a gig', all: 'the gigs' }, inFile: 'Gig', count: ['gig', 'gigs'] },
  file: { key: 'gigs', most: 100 },
  pageOf: ({ _id, slug = _id }) => gigPath({ slug }),
  // Links from before a gig had an address in words have its id.
  toDtos: async (db, gigs) =>
    (await toGigDtos(db, gigs)).map((gig, at) => ({
      ...gig,
      formerSlugs: [gig._id, ...(gigs[at]?.body.formerSlugs ?? [])],
    })),
  summaryOf: (gig) => {
    const prices = gig.body.PricingPlans.map(({ price }) => price);
    return { fromPrice: prices.length > 0 ? Math.min(...prices) : null, ...ratingOf(gig) };
  },
  factsOf: (gig) => ({
    description: sanitizeRichText(gig.body.description),
    ...ratingOf(gig),
  }),
  auditOf: ({ PricingPlans }) =>
    Object.fromEntries(
      PricingPlans.map((plan) => [`price of ${plan.planType}`, pricesOf(plan)] as const),
    ),
  missing: (gig) => missingFields(gig),
  toDocument,
} as const satisfies ContentKind<GigBody, GigDto, StoredGig>;

const ratingOf = ({ rating_hundredths, review_count }: StoredGig) => ({
  ratings: rating_hundredths / 100,
  numOfReviews: review_count,
});

/** Plans and extras keep the ids that the form sends, because open carts refer to them; new ones get one. */
function toDocument(body: GigBody): GigDocument {
  return {
    ...body,
    PricingPlans: withIds(body.PricingPlans),
    extraFeatures: withIds(body.extraFeatures),
  };
}

/** Ids are unique in their gig; a row that was copied in the form gets a new one. */
function withIds<T extends { _id?: string | undefined }>(rows: T[]): (T & { _id: string })[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const _id = row._id && !taken.has(row._id) ? row._id : newId();
    taken.add(_id);
    return Object.assign({ _id }, row, { _id });
  });
}
