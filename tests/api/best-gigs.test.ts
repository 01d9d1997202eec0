import { expect, test } from 'vitest';
import { bestGigs } from '../../api/modules/catalog/gigs/rules.ts';

const gig = (name: string, ratings: number, numOfReviews: number, plans = 1) => ({
  ...{ name, ratings, numOfReviews },
  PricingPlans: Array.from({ length: plans }, () => ({})),
});

const namesOf = (...gigs: ReturnType<typeof gig>[]) => bestGigs(gigs).map(({ name }) => name);

test('the home page shows four packages, the best rated first', () => {
  const all = [gig('a', 4, 9), gig('b', 5, 9), gig('c', 3, 9), gig('d', 4.5, 9), gig('e', 2, 9)];
  expect(namesOf(...all)).toEqual(['b', 'd', 'a', 'c']);
});

test('many good reviews weigh more than one perfect review', () => {
  expect(namesOf(gig('one review', 5, 1), gig('forty reviews', 4.8, 40))[0]).toBe('forty reviews');
});

test('equally rated packages are shown in the owner’s order', () => {
  expect(namesOf(gig('first', 0, 0), gig('second', 0, 0))).toEqual(['first', 'second']);
});

test('a gig without plans cannot be ordered and is not shown', () => {
  expect(namesOf(gig('no plans', 5, 40, 0), gig('orderable', 4, 2))).toEqual(['orderable']);
});
