import type { Db } from '../../../../db/database.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { isSold } from '../currencies.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { ProfileBody } from '../profile/schema.ts';
import { latestVersion } from '../version-queries.ts';
import { findGig, listGigs, listPublishedGigs, readPictures, type StoredGig } from './queries.ts';
import { type PublicationStatus, sellsIn } from './rules.ts';
import { sanitizeDescription } from './sanitize-description.ts';
import type { GigBody, GigDocument } from './schema.ts';

/** A package for visitors; what its buyer is asked is part of the order. */
export type PlanDto = Omit<GigDocument['PricingPlans'][number], 'questions'>;
export type ExtraDto = GigDocument['extraFeatures'][number];

/** The 'Get to know' block, which is the same on every gig. */
export const toSellerDto = (profile: ProfileBody) => ({
  from: profile.country,
  since: profile.memberSince,
  AvgResponseT: profile.responseHours,
  Languages: profile.languages.map(({ name }) => name),
  AboutMe: profile.aboutShort,
});

/** A gig as it is sold in rupees alone. */
const withoutDollars = (body: GigDocument): GigDocument => ({
  ...body,
  PricingPlans: body.PricingPlans.map(({ priceUsd, ...plan }) => plan),
  extraFeatures: body.extraFeatures.map(({ priceUsd, ...extra }) => extra),
});

/** Gigs with their details for visitors: every field of the document. Always the same number of queries. */
export async function toGigDtos(
  db: Db,
  gigs: readonly Pick<StoredGig, 'id' | 'body' | 'rating_hundredths' | 'review_count'>[],
) {
  const [picturesOf, profile, inDollars] = await Promise.all([
    readPictures(db, gigs),
    readProfile(db),
    isSold(db, 'USD'),
  ]);
  const seller = toSellerDto(profile.body);
  return gigs.map((gig) => {
    const shown = inDollars && sellsIn(gig.body, 'USD') ? gig.body : withoutDollars(gig.body);
    const { title, description, technologies, pictures, pausedUntil, ...details } = shown;
    const PricingPlans = details.PricingPlans.map(({ questions, ...plan }): PlanDto => plan);
    return {
      _id: gig.id,
      title,
      description: sanitizeDescription(description),
      technologies,
      thumbnailImages: picturesOf(gig).map(toPictureDto),
      ...details,
      PricingPlans,
      ...(pausedUntil ? { pausedUntil } : {}),
      ratings: gig.rating_hundredths / 100,
      numOfReviews: gig.review_count,
      DetailedAboutYourself: seller,
    };
  });
}

export const toPublishedGigDtos = async (db: Db) => toGigDtos(db, await listPublishedGigs(db));

export type GigDto = Awaited<ReturnType<typeof toGigDtos>>[number];

/** A gig with the data of its edit form. */
export async function toAdminGigDto(db: Db, id: string) {
  const gig = await findGig(db, id);
  if (!gig) return null;
  const pictures = (await readPictures(db, [gig]))(gig);
  return {
    _id: gig.id,
    version: gig.version,
    status: gig.status,
    ...gig.body,
    description: sanitizeDescription(gig.body.description),
    pictures: pictures.map((row) => ({ _id: row.id, ...toPictureDto(row) })),
    updatedAt: gig.updated_at,
    canUndo: (await latestVersion(db, 'gig', id)) !== undefined,
    ratings: gig.rating_hundredths / 100,
    numOfReviews: gig.review_count,
  };
}

export type AdminGigDto = NonNullable<Awaited<ReturnType<typeof toAdminGigDto>>>;

/** The document of a gig and its status, which a save writes and an undo restores. */
export function bodyOf(gig: AdminGigDto): GigBody & { status: PublicationStatus } {
  const { _id, version, updatedAt, canUndo, ratings, numOfReviews, ...body } = gig;
  return { ...body, pictures: body.pictures.map(({ _id, alt }) => ({ _id, alt })) };
}

export async function toAdminGigListItems(db: Db) {
  const gigs = await listGigs(db);
  const picturesOf = await readPictures(db, gigs);
  return gigs.map((gig) => {
    const [picture] = picturesOf(gig);
    const prices = gig.body.PricingPlans.map(({ price }) => price);
    return {
      _id: gig.id,
      title: gig.body.title,
      status: gig.status,
      version: gig.version,
      picture: picture ? toPictureDto(picture) : null,
      fromPrice: prices.length > 0 ? Math.min(...prices) : null,
      ratings: gig.rating_hundredths / 100,
      numOfReviews: gig.review_count,
      updatedAt: gig.updated_at,
    };
  });
}

export type AdminGigListItemDto = Awaited<ReturnType<typeof toAdminGigListItems>>[number];
