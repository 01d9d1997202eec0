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

test('a gig page says of which day its dates are, and names no date where there is none', () => {
  const dates = {
    asOf: '2026-11-26',
    plans: [{ startsOn: '2026-11-30', deliverBy: '2026-12-07' }],
  };
  expect(textOf(dates)).toContain(
    'Ordered 26 Nov, yours by 7 Dec30 Nov work starts7 days delivery1 revision',
  );
  expect(textOf({ asOf: '2026-11-26', plans: [null] })).not.toMatch(/Ordered|yours by|work starts/);
  expect(textOf()).toMatch(/Three pages.7 days delivery1 revision/);
});

test('the day of today replaces the one on which the page was made', async () => {
  const parts = new Map(['ordered', 'ready', 'starts'].map((name) => [name, { textContent: '' }]));
  const place = {
    dataset: { dates: 'Basic', gig: 'a-gig' },
    querySelector: (selector: string) => parts.get(selector.split('"')[1] ?? ''),
  };
  vi.stubGlobal('document', { querySelectorAll: () => [place] });
  const answer = { planType: 'Basic', startsOn: '2026-12-01', deliverBy: '2026-12-08' };
  vi.stubGlobal('fetch', async () => Response.json({ plans: [answer] }));
  await import('../../src/features/gigs/refresh-dates.ts');
  const shown = () => [...parts.values()].map(({ textContent }) => textContent);
  await expect.poll(shown).toEqual(['Order today,', '8 Dec', '1 Dec']);
});
