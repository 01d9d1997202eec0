import type { PictureDto } from '../../../platform/files/dto.ts';
import { optionalText } from '../../../platform/http/text-schema.ts';
import { rupees } from '../../../platform/money/rules.ts';
import type { ContentKind, StoredDraft, StoredItem } from '../content/kind.ts';
import { type ShownPicture, type WithPictures, withPictures } from '../content/pictures.ts';
import { sanitizeRichText } from '../rich-text.ts';
import { BLANK_PROJECT, MAX_TEXT } from './rules.ts';
import { type ProjectBody, projectBody } from './schema.ts';

export const NO_PICTURE: PictureDto = { url: '', alt: '', width: 0, height: 0, srcset: '' };

type StoredProject = StoredItem<ProjectBody>;

const pictureOf = ({ _id, ...picture }: ShownPicture): PictureDto => picture;

/** A project for visitors, without what is not given. */
function toProjectDto(
  { id, body, created_at, updated_at }: StoredDraft<StoredProject>,
  { picture, parts, beforeAfter }: WithPictures<Pictured>,
) {
  const now = new Date().toISOString();
  const { before, after } = beforeAfter;
  return {
    _id: id,
    title: body.title,
    slug: body.slug || id,
    ...(body.formerSlugs.length > 0 ? { formerSlugs: body.formerSlugs } : {}),
    desc: body.desc,
    ...(body.result ? { result: body.result } : {}),
    ...(body.problem ? { problem: body.problem } : {}),
    ...(parts.length > 0 ? { parts: parts.map(toPart) } : {}),
    ...(before && after ? { before: pictureOf(before), after: pictureOf(after) } : {}),
    ...(body.figures.length > 0 ? { figures: body.figures } : {}),
    ...(body.type ? { type: body.type } : {}),
    tech: body.tech,
    // One that is being written may have half of them.
    ...(body.priceRange?.min && body.priceRange.max ? { priceRange: body.priceRange } : {}),
    ...(body.timeframe?.start && body.timeframe.end ? { timeframe: body.timeframe } : {}),
    ...(body.liveLink ? { liveLink: body.liveLink } : {}),
    ...(body.reviewId ? { reviewId: body.reviewId } : {}),
    ...(body.gigId ? { gigId: body.gigId } : {}),
    ...(body.client ? { client: body.client } : {}),
    ...(body.orderId ? { orderId: body.orderId } : {}),
    ...(body.orderId && body.quotation ? { quotation: body.quotation } : {}),
    img: picture ? pictureOf(picture) : NO_PICTURE,
    createdAt: (created_at ?? now).slice(0, 10),
    updatedAt: updated_at ?? now,
  };
}

type Pictured = Pick<ProjectBody, 'picture' | 'parts' | 'beforeAfter'>;

const toPart = ({ text, picture }: WithPictures<ProjectBody['parts'][number]>) => ({
  text: sanitizeRichText(text),
  ...(picture ? { picture: pictureOf(picture) } : {}),
});

export type ProjectDto = ReturnType<typeof toProjectDto>;

/** A project as the public call answers it, for the list: `img` is an address, `picture` is what a page draws. */
export function toPublicProjectDto({
  img,
  formerSlugs,
  parts,
  before,
  after,
  ...shown
}: ProjectDto) {
  const { figures, reviewId, gigId, client, quotation, orderId, updatedAt, ...project } = shown;
  return { ...project, img: img.url, picture: img };
}

export type PublicProjectDto = ReturnType<typeof toPublicProjectDto>;

export const projectKind = {
  one: 'project',
  many: 'projects',
  table: 'content_items',
  blank: BLANK_PROJECT,
  schema: projectBody,
  // Of a case study that was drafted from its order the owner writes the text.
  draft: projectBody.extend({ desc: optionalText(MAX_TEXT) }),
  words: {
    audit: { a: 'past work', all: 'past work' },
    inFile: 'Past work',
    count: ['piece of past work', 'pieces of past work'],
  },
  file: { key: 'pastWork', most: 200 },
  pageOf: ({ _id, slug = _id }) => `/my-work/${slug}`,
  async toDtos(db, projects) {
    const shown = await withPictures(
      db,
      projects.map(({ body: { picture, parts, beforeAfter } }) => ({
        picture,
        parts,
        beforeAfter,
      })),
    );
    return projects.flatMap((project, at) => {
      const pictures = shown[at];
      return pictures ? [toProjectDto(project, pictures)] : [];
    });
  },
  missing: ({ desc, picture, orderId }) => [
    ...(desc ? [] : ['a text']),
    ...(picture || orderId ? [] : ['a picture']),
  ],
  // Without its order a case study would be published without its client's consent.
  bind: (sent, { orderId }) => ({ ...sent, orderId: orderId || sent.orderId }),
  summaryOf: ({ body: { type, priceRange, timeframe } }) => ({ type, priceRange, timeframe }),
  auditOf: ({ priceRange }): Record<string, string> =>
    priceRange ? { price: `${rupees(priceRange.min)} to ${rupees(priceRange.max)}` } : {},
} as const satisfies ContentKind<ProjectBody, ProjectDto, StoredProject>;
