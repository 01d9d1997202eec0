import type { Db } from '../../../../db/database.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { latestVersion } from '../version-queries.ts';
import {
  findGig,
  listAllGigs,
  listExtrasForEdit,
  listFaqsOf,
  listPicturesOf,
  listPlansOf,
} from './admin-queries.ts';
import { toExtraDto, toPlanDto } from './dto.ts';
import type { PublicationStatus } from './publication-rules.ts';
import { sanitizeDescription } from './sanitize-description.ts';
import type { GigBody } from './schema.ts';

/** A gig with the data of its edit form. */
export async function toAdminGigDto(db: Db, id: string) {
  const gig = await findGig(db, id);
  if (!gig) return null;
  const pictures = await listPicturesOf(db, id);
  return {
    _id: gig.id,
    version: gig.version,
    status: gig.status,
    title: gig.title,
    description: sanitizeDescription(gig.description_html),
    technologies: JSON.parse(gig.technologies) as string[],
    pictures: pictures.map((row) => ({ _id: row.picture_id, ...toPictureDto(row) })),
    PricingPlans: (await listPlansOf(db, id)).map(toPlanDto) as GigBody['PricingPlans'],
    extraFeatures: (await listExtrasForEdit(db, id)).map(toExtraDto) as GigBody['extraFeatures'],
    FAQ: (await listFaqsOf(db, id)).map(({ question, answer }) => ({ question, answer })),
    updatedAt: gig.updated_at,
    canUndo: (await latestVersion(db, 'gig', id)) !== undefined,
    ratings: gig.rating_hundredths / 100,
    numOfReviews: gig.review_count,
  };
}

export type AdminGigDto = NonNullable<Awaited<ReturnType<typeof toAdminGigDto>>>;

export async function toAdminGigListItems(db: Db) {
  const rows = await listAllGigs(db);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    status: row.status,
    picture: row.variants
      ? toPictureDto({
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

export type AdminGigListItemDto = Awaited<ReturnType<typeof toAdminGigListItems>>[number];

/** The fields of a gig that a save writes and an undo restores. */
export const bodyOf = (gig: AdminGigDto): GigBody & { status: PublicationStatus } => ({
  status: gig.status,
  title: gig.title,
  description: gig.description,
  technologies: gig.technologies,
  pictures: gig.pictures.map(({ _id, alt }) => ({ _id, alt })),
  PricingPlans: gig.PricingPlans,
  extraFeatures: gig.extraFeatures,
  FAQ: gig.FAQ,
});
