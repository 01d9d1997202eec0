import type { Db } from '../../db/connect.ts';
import type { Extra, Faq, Gig, Plan } from '../../db/schema.ts';
import { presentPicture, type WirePicture } from '../media/present.ts';
import { toRupees } from '../payments/rules.ts';
import { cleanHtml } from './html.ts';
import { listExtras, listFaqs, listGigPictures, listGigRows, listPlans } from './queries.ts';
import { SELLER } from './rules.ts';

export interface WirePlan {
  _id: string;
  planType: string;
  title: string;
  price: number;
  shortDescription: string;
  deliveryDays: number;
  revisionCount: number;
  features: string[];
}

export interface WireExtra {
  _id: string;
  name: string;
  description: string;
  price: number;
}

export interface WireGig {
  _id: string;
  title: string;
  description: string;
  technologies: string[];
  thumbnailImages: WirePicture[];
  PricingPlans: WirePlan[];
  extraFeatures: WireExtra[];
  FAQ: { question: string; answer: string }[];
  ratings: number;
  numOfReviews: number;
  DetailedAboutYourself: typeof SELLER;
}

export const presentPlan = (plan: Plan): WirePlan => ({
  _id: plan.id,
  planType: plan.plan_type,
  title: plan.title,
  price: toRupees(plan.price),
  shortDescription: plan.short_description,
  deliveryDays: plan.delivery_days,
  revisionCount: plan.revision_count,
  features: JSON.parse(plan.features) as string[],
});

export const presentExtra = (extra: Extra): WireExtra => ({
  _id: extra.id,
  name: extra.name,
  description: extra.description,
  price: toRupees(extra.price),
});

interface Parts {
  plans: Plan[];
  extras: Extra[];
  faqs: Faq[];
  pictures: WirePicture[];
}

const presentGig = (gig: Gig, parts: Parts): WireGig => ({
  _id: gig.id,
  title: gig.title,
  description: cleanHtml(gig.description_html),
  technologies: JSON.parse(gig.technologies) as string[],
  thumbnailImages: parts.pictures,
  PricingPlans: parts.plans.map(presentPlan),
  extraFeatures: parts.extras.map(presentExtra),
  FAQ: parts.faqs.map(({ question, answer }) => ({ question, answer })),
  ratings: gig.rating_hundredths / 100,
  numOfReviews: gig.review_count,
  DetailedAboutYourself: SELLER,
});

/** Every published gig, whole: five queries however many gigs there are. */
export async function presentGigs(db: Db): Promise<WireGig[]> {
  const [gigs, plans, extras, faqs, pictures] = await Promise.all([
    listGigRows(db),
    listPlans(db),
    listExtras(db),
    listFaqs(db),
    listGigPictures(db),
  ]);
  const plansOf = Map.groupBy(plans, (row) => row.gig_id);
  const extrasOf = Map.groupBy(extras, (row) => row.gig_id);
  const faqsOf = Map.groupBy(faqs, (row) => row.gig_id);
  const picturesOf = Map.groupBy(pictures, (row) => row.gig_id);
  return gigs.map((gig) =>
    presentGig(gig, {
      plans: plansOf.get(gig.id) ?? [],
      extras: extrasOf.get(gig.id) ?? [],
      faqs: faqsOf.get(gig.id) ?? [],
      pictures: (picturesOf.get(gig.id) ?? []).map(presentPicture),
    }),
  );
}
