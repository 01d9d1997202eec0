import { expect, test } from 'vitest';
import { compareRows } from '../../src/features/gigs/compare.ts';

const rowsOf = (...plans: string[][]) => compareRows(plans.map((features) => ({ features })));

test('features that differ only in their number form one row with the number of each package', () => {
  const { first, further } = rowsOf(
    ['Contact form', 'Up to 1 page'],
    ['Contact form', 'Blog', 'Up to 8 pages'],
    ['Contact form', 'Blog', 'Up to 1,600 pages'],
  );
  expect(first).toEqual([
    { feature: 'Contact form', cells: [true, true, true] },
    { feature: 'Up to … pages', cells: ['1', '8', '1,600'] },
  ]);
  expect(further).toEqual([{ feature: 'Blog', cells: [false, true, true] }]);
});

test('a package without the feature has no number', () => {
  expect(rowsOf([], ['2 hours of training'], ['5 hours of training']).further).toEqual([
    { feature: '… hours of training', cells: [false, '2', '5'] },
  ]);
});

test('a feature with the same number everywhere, or with several numbers, is unchanged', () => {
  const same = 'Responsive from 360 px upwards';
  const several = ['2 pages in 2 languages', '3 pages in 2 languages'];
  expect(rowsOf([same], [same]).first).toEqual([{ feature: same, cells: [true, true] }]);
  expect(rowsOf(several).first.map(({ feature }) => feature)).toEqual(several);
});
