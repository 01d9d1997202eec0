import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';

export interface Row {
  feature: string;
  /** Of each plan: its number where only the number differs, else whether it holds the feature. */
  cells: (string | boolean)[];
}

const NUMBER = /\d+(?:[.,]\d+)*/g;

/** Rows are the first plan's features (spec §2); what only larger plans hold comes after. */
export function compareRows(plans: Pick<PlanDto, 'features'>[]): { first: Row[]; further: Row[] } {
  const groups = Map.groupBy(
    plans.flatMap(({ features }) => features),
    wordsOf,
  );
  const first = new Set(plans[0]?.features.map(wordsOf));
  const rowOf = (words: string): Row => rowFor(plans, words, groups.get(words) ?? []);
  return {
    first: [...first].map(rowOf),
    further: [...groups.keys()].filter((words) => !first.has(words)).map(rowOf),
  };
}

/** What features have in common that differ in their number only: 'Up to 1 page', 'Up to 3 pages'. */
function wordsOf(feature: string): string {
  if (feature.match(NUMBER)?.length !== 1) return feature;
  return withoutNumber(feature).replace(/… (\w+?)s?\b/, '… $1');
}

const withoutNumber = (feature: string): string => feature.replace(NUMBER, '…');

function rowFor(plans: Pick<PlanDto, 'features'>[], words: string, all: string[]): Row {
  const feature = all.at(-1) ?? words;
  const differs = all.some((each) => each !== feature);
  return {
    feature: differs ? withoutNumber(feature) : feature,
    cells: plans.map(({ features }) => {
      const own = features.find((each) => wordsOf(each) === words);
      return differs ? (own?.match(NUMBER)?.[0] ?? false) : own !== undefined;
    }),
  };
}
