import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';

export interface Row {
  feature: string;
  /** Per plan: its number where only the number differs, otherwise whether it has the feature. */
  cells: (string | boolean)[];
}

const NUMBER = /\d+(?:[.,]\d+)*/g;

/** The first plan's features come first; features of larger plans only come after. */
export function compareRows(plans: Pick<PlanDto, 'features'>[]): { first: Row[]; further: Row[] } {
  const groups = Map.groupBy(
    plans.flatMap(({ features }) => features),
    keyOf,
  );
  const first = new Set(plans[0]?.features.map(keyOf));
  const rowOf = (key: string): Row => rowFor(plans, key, groups.get(key) ?? []);
  return {
    first: [...first].map(rowOf),
    further: [...groups.keys()].filter((key) => !first.has(key)).map(rowOf),
  };
}

/** The same key for features that differ only in a number: 'Up to 1 page', 'Up to 3 pages'. */
function keyOf(feature: string): string {
  if (feature.match(NUMBER)?.length !== 1) return feature;
  return withoutNumber(feature).replace(/… (\w+?)s?\b/, '… $1');
}

const withoutNumber = (feature: string): string => feature.replace(NUMBER, '…');

function rowFor(plans: Pick<PlanDto, 'features'>[], key: string, all: string[]): Row {
  const feature = all.at(-1) ?? key;
  const differs = all.some((each) => each !== feature);
  return {
    feature: differs ? withoutNumber(feature) : feature,
    cells: plans.map(({ features }) => {
      const own = features.find((each) => keyOf(each) === key);
      return differs ? (own?.match(NUMBER)?.[0] ?? false) : own !== undefined;
    }),
  };
}
