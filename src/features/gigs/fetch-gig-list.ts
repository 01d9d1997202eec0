import type { PictureDto } from '../../../api/platform/files/dto.ts';

/** The address of the list of all gigs, because a page holds only some of them. */
const GIG_LIST = '/gigs.json';

export const GIGS_FAILED = 'Error fetching gigs';

/** A gig in that file. */
export interface GigListRow {
  id: string;
  path: string;
  title: string;
  summary: string;
  technologies: string[];
  /** Of the first plan; null without plans. */
  price: number | null;
  /** Where it is sold in dollars, too. */
  priceUsd?: number | undefined;
  /** Shown instead of the price. */
  unavailable?: string | undefined;
  days: number;
  rating: number;
  reviews: number;
  picture?: Pick<PictureDto, 'url' | 'alt' | 'width' | 'height'>;
}

let list: Promise<GigListRow[]> | undefined;

/** All gigs in the owner's order; fetched once, and again after a failure. */
export function fetchGigList(): Promise<GigListRow[]> {
  list ??= fetch(GIG_LIST)
    .then((answer) => {
      if (!answer.ok) throw new Error(`${GIG_LIST} answers with ${answer.status}`);
      return answer.json() as Promise<GigListRow[]>;
    })
    .catch((error: unknown) => {
      list = undefined;
      throw error;
    });
  return list;
}
