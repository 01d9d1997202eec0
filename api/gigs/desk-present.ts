import type { Db } from '../../db/connect.ts';
import { presentPicture, type WirePicture } from '../media/present.ts';
import { toRupees } from '../payments/rules.ts';
import {
  extrasOf,
  faqsOf,
  findGig,
  latestVersion,
  listAllGigs,
  picturesOf,
  plansOf,
} from './desk-queries.ts';
import type { GigBody } from './desk-schema.ts';
import { cleanHtml } from './html.ts';
import { presentExtra, presentPlan } from './present.ts';
import type { Standing } from './rules.ts';

/** A gig as its form has it, and what the form shows around it. */
export interface DeskGig extends Omit<GigBody, 'pictures'> {
  _id: string;
  version: number;
  status: Standing;
  pictures: (WirePicture & { _id: string })[];
  updatedAt: string;
  canUndo: boolean;
  ratings: number;
  numOfReviews: number;
}

export interface DeskGigLine {
  _id: string;
  title: string;
  status: Standing;
  picture: WirePicture | null;
  fromPrice: number | null;
  ratings: number;
  numOfReviews: number;
  updatedAt: string;
}

export async function presentDeskGig(db: Db, id: string): Promise<DeskGig | null> {
  const gig = await findGig(db, id);
  if (!gig) return null;
  const pictures = await picturesOf(db, id);
  return {
    _id: gig.id,
    version: gig.version,
    status: gig.status,
    title: gig.title,
    description: cleanHtml(gig.description_html),
    technologies: JSON.parse(gig.technologies) as string[],
    pictures: pictures.map((row) => ({ _id: row.picture_id, ...presentPicture(row) })),
    PricingPlans: (await plansOf(db, id)).map(presentPlan),
    extraFeatures: (await extrasOf(db, id)).map(presentExtra),
    FAQ: (await faqsOf(db, id)).map(({ question, answer }) => ({ question, answer })),
    updatedAt: gig.updated_at,
    canUndo: (await latestVersion(db, 'gig', id)) !== undefined,
    ratings: gig.rating_hundredths / 100,
    numOfReviews: gig.review_count,
  };
}

export async function presentDeskGigs(db: Db): Promise<DeskGigLine[]> {
  const rows = await listAllGigs(db);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    status: row.status,
    picture: row.variants
      ? presentPicture({
          alt: row.alt ?? '',
          width: row.width ?? 0,
          height: row.height ?? 0,
          variants: row.variants,
        })
      : null,
    fromPrice: row.from_price === null ? null : toRupees(row.from_price),
    ratings: row.rating_hundredths / 100,
    numOfReviews: row.review_count,
    updatedAt: row.updated_at,
  }));
}

/** The part of a gig that a save writes and an undo brings back. */
export const bodyOf = (gig: DeskGig): GigBody & { status: Standing } => ({
  status: gig.status,
  title: gig.title,
  description: gig.description,
  technologies: gig.technologies,
  pictures: gig.pictures.map(({ _id, alt }) => ({ _id, alt })),
  PricingPlans: gig.PricingPlans,
  extraFeatures: gig.extraFeatures,
  FAQ: gig.FAQ,
});
