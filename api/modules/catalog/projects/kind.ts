import type { PictureDto } from '../../../platform/files/dto.ts';
import { rupees } from '../../../platform/money/rules.ts';
import type { ContentKind, StoredDraft, StoredItem } from '../content/kind.ts';
import { type ShownPicture, withPictures } from '../content/pictures.ts';
import { BLANK_PROJECT } from './rules.ts';
import { type ProjectBody, projectBody } from './schema.ts';

const NO_PICTURE: PictureDto = { url: '', alt: '', width: 0, height: 0, srcset: '' };

type StoredProject = StoredItem<ProjectBody>;

const pictureOf = ({ _id, ...picture }: ShownPicture): PictureDto => picture;

/** A project for visitors, without what is not given. */
const toProjectDto = (
  { id, body, created_at = new Date().toISOString() }: StoredDraft<StoredProject>,
  picture: ShownPicture | null | undefined,
) => ({
  _id: id,
  title: body.title,
  desc: body.desc,
  ...(body.type ? { type: body.type } : {}),
  tech: body.tech,
  // One that is being written may have half of them.
  ...(body.priceRange?.min && body.priceRange.max ? { priceRange: body.priceRange } : {}),
  ...(body.timeframe?.start && body.timeframe.end ? { timeframe: body.timeframe } : {}),
  ...(body.liveLink ? { liveLink: body.liveLink } : {}),
  img: picture ? pictureOf(picture) : NO_PICTURE,
  createdAt: created_at.slice(0, 10),
});

export type ProjectDto = ReturnType<typeof toProjectDto>;

/** A project as the public call answers it: `img` is an address, `picture` is what a page draws. */
export const toPublicProjectDto = ({ img, ...project }: ProjectDto) => ({
  ...project,
  img: img.url,
  picture: img,
});

export type PublicProjectDto = ReturnType<typeof toPublicProjectDto>;

export const projectKind = {
  one: 'project',
  many: 'projects',
  table: 'content_items',
  blank: BLANK_PROJECT,
  schema: projectBody,
  words: {
    audit: { a: 'past work', all: 'past work' },
    inFile: 'Past work',
    count: ['piece of past work', 'pieces of past work'],
  },
  file: { key: 'pastWork', most: 200 },
  pageOf: () => '/my-work',
  async toDtos(db, projects) {
    const shown = await withPictures(
      db,
      projects.map(({ body }) => ({ picture: body.picture })),
    );
    return projects.map((project, at) => toProjectDto(project, shown[at]?.picture));
  },
  summaryOf: ({ body: { type, priceRange, timeframe } }) => ({ type, priceRange, timeframe }),
  auditOf: ({ priceRange }): Record<string, string> =>
    priceRange ? { price: `${rupees(priceRange.min)} to ${rupees(priceRange.max)}` } : {},
} as const satisfies ContentKind<ProjectBody, ProjectDto, StoredProject>;
