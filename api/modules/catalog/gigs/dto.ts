import type { Db } from '../../../../db/database.ts';
import type { Extra, Plan } from '../../../../db/schema.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { ProfileBody } from '../profile/schema.ts';
import { listExtras, listFaqs, listGigPictures, listGigRows, listPlans } from './queries.ts';
import { sanitizeDescription } from './sanitize-description.ts';

export const toPlanDto = (plan: Plan) => ({
  _id: plan.id,
  planType: plan.plan_type,
  title: plan.title,
  price: toRupees(plan.price),
  shortDescription: plan.short_description,
  deliveryDays: plan.delivery_days,
  revisionCount: plan.revision_count,
  features: JSON.parse(plan.features) as string[],
});

export type PlanDto = ReturnType<typeof toPlanDto>;

export const toExtraDto = (extra: Extra) => ({
  _id: extra.id,
  name: extra.name,
  description: extra.description,
  price: toRupees(extra.price),
});

/** The 'Get to know' block, which is the same on every gig. */
export const toSellerDto = (profile: ProfileBody) => ({
  from: profile.country,
  since: profile.memberSince,
  AvgResponseT: profile.responseHours,
  Languages: profile.languages.map(({ name }) => name),
  AboutMe: profile.aboutShort,
});

export type ExtraDto = ReturnType<typeof toExtraDto>;

/** Reads all published gigs with their details. Always six queries, however many gigs there are. */
export async function toGigDtos(db: Db) {
  const [gigs, plans, extras, faqs, pictures, profile] = await Promise.all([
    listGigRows(db),
    listPlans(db),
    listExtras(db),
    listFaqs(db),
    listGigPictures(db),
    readProfile(db),
  ]);
  const plansOf = Map.groupBy(plans, (row) => row.gig_id);
  const extrasOf = Map.groupBy(extras, (row) => row.gig_id);
  const faqsOf = Map.groupBy(faqs, (row) => row.gig_id);
  const picturesOf = Map.groupBy(pictures, (row) => row.gig_id);
  const seller = toSellerDto(profile.body);
  return gigs.map((gig) => ({
    _id: gig.id,
    title: gig.title,
    description: sanitizeDescription(gig.description_html),
    technologies: JSON.parse(gig.technologies) as string[],
    thumbnailImages: (picturesOf.get(gig.id) ?? []).map(toPictureDto),
    PricingPlans: (plansOf.get(gig.id) ?? []).map(toPlanDto),
    extraFeatures: (extrasOf.get(gig.id) ?? []).map(toExtraDto),
    FAQ: (faqsOf.get(gig.id) ?? []).map(({ question, answer }) => ({ question, answer })),
    ratings: gig.rating_hundredths / 100,
    numOfReviews: gig.review_count,
    DetailedAboutYourself: seller,
  }));
}

export type GigDto = Awaited<ReturnType<typeof toGigDtos>>[number];
