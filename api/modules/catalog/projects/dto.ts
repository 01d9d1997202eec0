import type { Db } from '../../../../db/database.ts';
import { toPictureDto } from '../../../platform/files/dto.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { listProjectRows } from './queries.ts';

export async function toProjectDtos(db: Db) {
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

export type ProjectDto = Awaited<ReturnType<typeof toProjectDtos>>[number];
