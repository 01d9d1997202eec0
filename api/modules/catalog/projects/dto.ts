import type { Db } from '../../../../db/database.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { listPublishedProjects, type ProjectRow } from './queries.ts';

/** The fields that visitors and the owner see. */
export const projectFields = (row: ProjectRow) => ({
  _id: row.id,
  title: row.title,
  desc: row.description,
  type: row.industry,
  tech: JSON.parse(row.tech) as string[],
  priceRange: { min: toRupees(row.price_min), max: toRupees(row.price_max) },
  timeframe: { start: row.started_on, end: row.ended_on },
});

const toProjectDto = (row: ProjectRow) => ({
  ...projectFields(row),
  img: toPictureDto(row),
  createdAt: row.posted_on,
});

export type ProjectDto = ReturnType<typeof toProjectDto>;

/** A project as the public call answers it: `img` is an address, `picture` is what a page draws. */
export const toPublicProjectDto = ({ img, ...project }: ProjectDto) => ({
  ...project,
  img: img.url,
  picture: img,
});

export type PublicProjectDto = ReturnType<typeof toPublicProjectDto>;

export const toProjectDtos = async (db: Db): Promise<ProjectDto[]> =>
  (await listPublishedProjects(db)).map(toProjectDto);
