import type { Db } from '../../../../db/database.ts';
import type { PictureDto } from '../../../platform/files/dto.ts';
import type { StoredDraft } from '../content/kind.ts';
import { withPictures } from '../content/pictures.ts';
import { isSold } from '../currencies.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { ProfileBody } from '../profile/schema.ts';
import { sanitizeRichText } from '../rich-text.ts';
import { listPublishedGigs, type StoredGig } from './queries.ts';
import { sellsIn } from './rules.ts';
import type { GigDocument } from './schema.ts';

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

/** What is written in an editor has no id yet. */
const withIds = <T extends { _id?: string | undefined }>(rows: T[]) =>
  rows.map((row, at) => ({ ...row, _id: row._id ?? `new-${at}` }));

/** Gigs with their details for visitors: every field of the document. Always the same number of queries. */
export async function toGigDtos(db: Db, gigs: readonly StoredDraft<StoredGig>[]) {
  const [shownPictures, profile, inDollars] = await Promise.all([
    withPictures(
      db,
      gigs.map(({ body }) => body.pictures),
    ),
    readProfile(db),
    isSold(db, 'USD'),
  ]);
  const seller = toSellerDto(profile.body);
  return gigs.map((gig, at) => {
    const shown = inDollars && sellsIn(gig.body, 'USD') ? gig.body : withoutDollars(gig.body);
    const { title, slug, formerSlugs, description, technologies, pictures, ...rest } = shown;
    const { pausedUntil, ...details } = rest;
    const PricingPlans = withIds(details.PricingPlans).map(
      ({ questions, ...plan }): PlanDto => plan,
    );
    return {
      _id: gig.id,
      title,
      slug: slug || gig.id,
      description: sanitizeRichText(description),
      technologies,
      thumbnailImages: (shownPictures[at] ?? []).map(({ _id, ...picture }): PictureDto => picture),
      ...details,
      PricingPlans,
      extraFeatures: withIds(details.extraFeatures),
      ...(pausedUntil ? { pausedUntil } : {}),
      ratings: (gig.rating_hundredths ?? 0) / 100,
      numOfReviews: gig.review_count ?? 0,
      DetailedAboutYourself: seller,
    };
  });
}

export const toPublishedGigDtos = async (db: Db) => toGigDtos(db, await listPublishedGigs(db));

export type GigDto = Awaited<ReturnType<typeof toGigDtos>>[number];
