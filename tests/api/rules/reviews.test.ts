import { expect, test } from 'vitest';
import { isValidRating } from '../../../api/modules/reviews/texts.ts';

test('a rating is half a star to five, in halves', () => {
  const ratings = [-1, 0, 0.25, 0.5, 1, 3.5, 4.9, 5, 5.5, Number.NaN, Number.POSITIVE_INFINITY];
  expect(ratings.filter(isValidRating)).toEqual([0.5, 1, 3.5, 5]);
});
