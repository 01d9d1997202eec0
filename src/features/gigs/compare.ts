import type { WirePlan } from '../../../api/gigs/present.ts';

export interface Row {
  feature: string;
  included: boolean[];
}

/** Rows are the first plan's features (spec §2); what only larger plans hold comes after. */
export function compareRows(plans: Pick<WirePlan, 'features'>[]): { first: Row[]; further: Row[] } {
  const row = (feature: string): Row => ({
    feature,
    included: plans.map(({ features }) => features.includes(feature)),
  });
  const first = plans[0]?.features ?? [];
  const all = new Set(plans.flatMap(({ features }) => features));
  return {
    first: first.map(row),
    further: [...all].filter((feature) => !first.includes(feature)).map(row),
  };
}
