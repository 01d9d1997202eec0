import { expect, test } from 'vitest';
import { incompleteMessage } from '../../../api/modules/catalog/content/rules.ts';
import { isOrderable, missingFields } from '../../../api/modules/catalog/gigs/rules.ts';

const COMPLETE = { description: '<p>A shop.</p>', pictures: ['a.png'], PricingPlans: ['Basic'] };

test('nothing is missing from a gig with a description, a picture and a package', () => {
  expect(missingFields(COMPLETE)).toEqual([]);
});

test.each(['', '   ', '<p></p>', '<p> <br/> </p>\n<h2></h2>'])(
  'a description of tags and spaces is none: %j',
  (description) => expect(missingFields({ ...COMPLETE, description })).toEqual(['a description']),
);

test('a gig without pictures or packages says which', () => {
  expect(missingFields({ ...COMPLETE, pictures: [] })).toEqual(['a picture']);
  expect(missingFields({ ...COMPLETE, PricingPlans: [] })).toEqual(['a package']);
  const missing = missingFields({ description: '', pictures: [], PricingPlans: [] });
  expect(incompleteMessage(missing)).toBe(
    'Visitors would miss a description and a picture and a package. Add it, or keep this as a draft.',
  );
});

test('a gig can be ordered when it is published and has a package', () => {
  expect(isOrderable(COMPLETE)).toBe(true);
  expect(isOrderable({ ...COMPLETE, status: 'published' })).toBe(true);
  for (const status of ['draft', 'retired'] as const) {
    expect(isOrderable({ ...COMPLETE, status }), status).toBe(false);
  }
  expect(isOrderable({ ...COMPLETE, PricingPlans: [] })).toBe(false);
});
