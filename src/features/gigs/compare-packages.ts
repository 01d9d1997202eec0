import type { PlanDto } from '../../../api/modules/catalog/gigs/dto.ts';

export interface Row {
  feature: string;
  /** Per plan: its number where only the number differs, otherwise whether it has the feature. */
  cells: (string | boolean)[];
}

const NUMBER = /\d+(?:[.,]\d+)*/g;

type Plan = Pick<PlanDto, 'features' | 'deliveryDays' | 'revisionCount'>;

/** Compares the packages by their values: numbers first, then features of some, then features of all. */
export function comparePackages(plans: Plan[]): { differing: Row[]; common: Row[] } {
  const groups = Map.groupBy(
    plans.flatMap(({ features }) => features),
    keyOf,
  );
  const rows = [...groups].map(([key, all]) => rowFor(plans, key, all));
  const checks = rows.filter((row) => !isNumeric(row));
  return {
    differing: [
      ...rows.filter(isNumeric),
      { feature: 'Delivery, days', cells: plans.map((plan) => String(plan.deliveryDays)) },
      { feature: 'Revisions', cells: plans.map((plan) => String(plan.revisionCount)) },
      ...checks.filter(({ cells }) => cells.includes(false)),
    ],
    common: checks.filter(({ cells }) => !cells.includes(false)),
  };
}

const isNumeric = ({ cells }: Row): boolean => cells.some((cell) => typeof cell === 'string');

/** The same key for features that differ only in a number: 'Up to 1 page', 'Up to 3 pages'. */
function keyOf(feature: string): string {
  if (feature.match(NUMBER)?.length !== 1) return feature;
  return withoutNumber(feature).replace(/… (\w+?)s?\b/, '… $1');
}

const withoutNumber = (feature: string): string => feature.replace(NUMBER, '…');

/** 'Up to 8 pages' is the row 'Pages, up to', '5 hours of training' the row 'Hours of training'. */
function nameOf(feature: string): string {
  const [, limit, what] = /^(up to )?… (.+)$/i.exec(withoutNumber(feature)) ?? [];
  if (!what) return withoutNumber(feature);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${limit ? ', up to' : ''}`;
}

function rowFor(plans: Plan[], key: string, all: string[]): Row {
  const feature = all.at(-1) ?? key;
  const differs = all.some((each) => each !== feature);
  return {
    feature: differs ? nameOf(feature) : feature,
    cells: plans.map(({ features }) => {
      const own = features.find((each) => keyOf(each) === key);
      return differs ? (own?.match(NUMBER)?.[0] ?? false) : own !== undefined;
    }),
  };
}
