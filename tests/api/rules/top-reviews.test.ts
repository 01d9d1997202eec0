import { expect, test } from 'vitest';
import { topReviews } from '../../../api/modules/reviews/top-reviews-rules.ts';

const review = (rating: number, length: number) => ({ rating, comment: 'x'.repeat(length) });

test('a top review has more than four stars and more than 26 characters', () => {
  const good = [review(4.5, 27), review(5, 300)];
  expect(topReviews([review(4, 300), review(5, 26), ...good])).toEqual(good);
});

test('the home page shows the first four of them', () => {
  const reviews = [30, 31, 32, 33, 34].map((length) => review(5, length));
  expect(topReviews(reviews)).toEqual(reviews.slice(0, 4));
});
