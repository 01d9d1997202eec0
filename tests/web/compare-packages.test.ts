import { expect, test } from 'vitest';
import { comparePackages } from '../../src/features/gigs/compare-packages.ts';

const rowsOf = (...plans: string[][]) =>
  comparePackages(
    plans.map((features, at) => ({ features, deliveryDays: 3 + at, revisionCount: 1 + at })),
  );

const DAYS_AND_REVISIONS = ['Delivery, days', 'Revisions'];

test('numbers come first, then days and revisions, then what only some packages have', () => {
  const { differing, common } = rowsOf(
    ['Contact form', 'Up to 1 page'],
    ['Contact form', 'Blog', 'Up to 8 pages'],
    ['Contact form', 'Blog', 'Up to 1,600 pages'],
  );
  expect(differing).toEqual([
    { feature: 'Pages, up to', cells: ['1', '8', '1,600'] },
    { feature: 'Delivery, days', cells: ['3', '4', '5'] },
    { feature: 'Revisions', cells: ['1', '2', '3'] },
    { feature: 'Blog', cells: [false, true, true] },
  ]);
  expect(common).toEqual([{ feature: 'Contact form', cells: [true, true, true] }]);
});

test('a package without the feature has no number', () => {
  expect(rowsOf([], ['2 hours of training'], ['5 hours of training']).differing[0]).toEqual({
    feature: 'Hours of training',
    cells: [false, '2', '5'],
  });
});

test('a number inside a sentence keeps its place in the row’s name', () => {
  const [row] = rowsOf(['Opens in under 4 seconds'], ['Opens in under 2 seconds']).differing;
  expect(row).toEqual({ feature: 'Opens in under … seconds', cells: ['4', '2'] });
});

test('a feature with the same number everywhere, or with several numbers, is unchanged', () => {
  const same = 'Responsive from 360 px upwards';
  const several = ['2 pages in 2 languages', '3 pages in 2 languages'];
  expect(rowsOf([same], [same]).common).toEqual([{ feature: same, cells: [true, true] }]);
  const { differing, common } = rowsOf(several);
  expect(differing.map(({ feature }) => feature)).toEqual(DAYS_AND_REVISIONS);
  expect(common.map(({ feature }) => feature)).toEqual(several);
});
