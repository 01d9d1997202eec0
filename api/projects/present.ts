import type { Db } from '../../db/connect.ts';
import { presentPicture, type WirePicture } from '../media/present.ts';
import { toRupees } from '../payments/rules.ts';
import { listProjectRows } from './queries.ts';

export interface WireProject {
  _id: string;
  title: string;
  desc: string;
  img: WirePicture;
  /** The industry. */
  type: string;
  tech: string[];
  priceRange: { min: number; max: number };
  timeframe: { start: string; end: string };
  createdAt: string;
}

export async function presentProjects(db: Db): Promise<WireProject[]> {
  const rows = await listProjectRows(db);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    desc: row.description,
    img: presentPicture(row),
    type: row.industry,
    tech: JSON.parse(row.tech) as string[],
    priceRange: { min: toRupees(row.price_min), max: toRupees(row.price_max) },
    timeframe: { start: row.started_on, end: row.ended_on },
    createdAt: row.posted_on,
  }));
}
