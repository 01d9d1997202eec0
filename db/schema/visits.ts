import type { VISIT_KINDS } from './states.ts';

/** How often something was counted on a day. */
export interface Visits {
  /** YYYY-MM-DD in the seller's time zone; YYYY-MM where the days of a month were summed up. */
  day: string;
  kind: (typeof VISIT_KINDS)[number];
  /** Of a page and of the page where Order was pressed: its path. Of a source: a host or a campaign. */
  name: string;
  count: number;
}

export interface VisitsTables {
  visits: Visits;
}
