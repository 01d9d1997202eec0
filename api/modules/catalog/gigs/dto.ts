import type { Db } from '../../../../db/database.ts';
import type { Extra, Faq, Gig, Plan } from '../../../../db/schema.ts';
import { type PictureDto, toPictureDto } from '../../../platform/files/dto.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { listExtras, listFaqs, listGigPictures, listGigRows, listPlans } from './queries.ts';
import { SELLER } from './rules.ts';
import { sanitizeDescription } from './sanitize-description.ts';

export interface PlanDto {
  _id: string;
  planType: string;
  title: string;
  price: number;
  shortDescription: string;
  deliveryDays: number;
  revisionCount: number;
  features: string[];
}

export interface ExtraDto {
  _id: string;
  name: string;
  description: string;
  price: number;
}

export interface GigDto {
  _id: string;
  title: string;
  description: string;
  technologies: string[];
  thumbnailImages: PictureDto[];
  PricingPlans: PlanDto[];
  extraFeatures: ExtraDto[];
  FAQ: { question: string; answer: string }[];
  ratings: number;
  numOfReviews: number;
  DetailedAboutYourself: typeof SELLER;
}

export const toPlanDto = (plan: Plan): PlanDto => ({
  _id: plan.id,
  planType: plan.plan_type,
  title: plan.title,
  price: toRupees(plan.price),
  shortDescription: plan.short_description,
  deliveryDays: plan.delivery_days,
  revisionCount: plan.revision_count,
  features: JSON.parse(plan.features) as string[],
});

export const toExtraDto = (extra: Extra): ExtraDto => ({
  _id: extra.id,
  name: extra.name,
  description: extra.description,
  price: toRupees(extra.price),
});

interface Parts {
  plans: Plan[];
  extras: Extra[];
  faqs: Faq[];
  pictures: PictureDto[];
}

const toGigDto = (gig: Gig, parts: Parts): GigDto => ({
  _id: gig.id,
  title: gig.title,
  description: sanitizeDescription(gig.description_html),
  technologies: JSON.parse(gig.technologies) as string[],
  thumbnailImages: parts.pictures,
  PricingPlans: parts.plans.map(toPlanDto),
  extraFeatures: parts.extras.map(toExtraDto),
  FAQ: parts.faqs.map(({ question, answer }) => ({ question, answer })),
  ratings: gig.rating_hundredths / 100,
  numOfReviews: gig.review_count,
  DetailedAboutYourself: SELLER,
});

/** Every published gig, whole: five queries however many gigs there are. */
export async function toGigDtos(db: Db): Promise<GigDto[]> {
  const [gigs, plans, extras, faqs, pictures] = await Promise.all([
    listGigRows(db),
    listPlans(db),
    listExtras(db),
    listFaqs(db),
    listGigPictures(db),
  ]);
  const listPlansOf = Map.groupBy(plans, (row) => row.gig_id);
  const listExtrasForEdit = Map.groupBy(extras, (row) => row.gig_id);
  const listFaqsOf = Map.groupBy(faqs, (row) => row.gig_id);
  const listPicturesOf = Map.groupBy(pictures, (row) => row.gig_id);
  return gigs.map((gig) =>
    toGigDto(gig, {
      plans: listPlansOf.get(gig.id) ?? [],
      extras: listExtrasForEdit.get(gig.id) ?? [],
      faqs: listFaqsOf.get(gig.id) ?? [],
      pictures: (listPicturesOf.get(gig.id) ?? []).map(toPictureDto),
    }),
  );
}
