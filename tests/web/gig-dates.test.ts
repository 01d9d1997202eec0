import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PricingCard } from '../../src/features/gigs/PricingCard.tsx';

const plan = {
  ...{ planType: 'Basic', title: 'Small and tidy', shortDescription: 'Three pages.', features: [] },
  ...{ price: 14_999, deliveryDays: 7, revisionCount: 1 },
};
const gig = { _id: 'a-gig', PricingPlans: [{ _id: 'a-plan', ...plan }] };

const textOf = (dates?: Parameters<typeof PricingCard>[0]['dates']) =>
  renderToStaticMarkup(createElement(PricingCard, { gig, dates })).replaceAll(/<[^>]*>/g, '');

test('a gig page promises in how many days a package is ready, and nothing where no day is free', () => {
  const dates = {
    asOf: '2026-11-26',
    plans: [{ startsOn: '2026-11-30', deliverBy: '2026-12-07' }],
  };
  expect(textOf(dates)).toContain(
    'Order today, yours in 11 daysin 4 days work starts7 days delivery1 revision',
  );
  expect(textOf({ asOf: '2026-11-26', plans: [null] })).not.toMatch(/yours|work starts/);
  expect(textOf()).toMatch(/Three pages.Order today, yours in 7 days7 days delivery1 revision/);
});

test.for<[answer: object, shown: string[]]>([
  [
    { plans: [{ planType: 'Basic', startsOn: '2026-12-01', deliverBy: '2026-12-08' }] },
    ['by 8 Dec', '1 Dec'],
  ],
  [{ plans: [], today: '2026-11-28' }, ['by 5 Dec', '']],
  [{ plans: [], noDates: 'Nothing is free.' }, ['gone', '']],
])('the server’s days replace the promise of the page: %j', async ([answer, expected]) => {
  vi.resetModules();
  const parts = new Map(['ready', 'starts'].map((name) => [name, { textContent: '' }]));
  const promise = { remove: () => parts.set('ready', { textContent: 'gone' }) };
  const place = {
    dataset: { dates: 'Basic', days: '7', gig: 'a-gig' },
    querySelector: (selector: string) => parts.get(selector.split('"')[1] ?? '') ?? promise,
  };
  vi.stubGlobal('document', { querySelectorAll: () => [place] });
  vi.stubGlobal('fetch', async () => Response.json(answer));
  await import('../../src/features/gigs/refresh-dates.ts');
  await expect.poll(() => [...parts.values()].map((part) => part.textContent)).toEqual(expected);
});
