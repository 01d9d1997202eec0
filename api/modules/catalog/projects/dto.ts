import type { Db } from '../../../../db/database.ts';
import { type PictureDto, toPictureDto } from '../../../platform/files/dto.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { listProjectRows } from './queries.ts';

export interface ProjectDto {
  _id: string;
  title: string;
  desc: string;
  img: PictureDto;
  /** The industry. */
  type: string;
  tech: string[];
  priceRange: { min: number; max: number };
  timeframe: { start: string; end: string };
  createdAt: string;
}

export async function toProjectDtos(db: Db): Promise<ProjectDto[]> {
  const rows = await listProjectRows(db);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    desc: row.description,
    img: toPictureDto(row),
    type: row.industry,
    tech: JSON.parse(row.tech) as string[],
    priceRange: { min: toRupees(row.price_min), max: toRupees(row.price_max) },
    timeframe: { start: row.started_on, end: row.ended_on },
    createdAt: row.posted_on,
  }));
}
