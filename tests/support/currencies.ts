import { expect } from 'vitest';
import { changeGig } from './gigs.ts';
import type { Person } from './http-client.ts';
import { ADDRESS, orderBody, WEBSITE } from './people.ts';
import type { RunningApp } from './test-app.ts';

export const ABROAD = { ...ADDRESS, country: 'United States', state: 'Texas', city: 'Austin' };

export const switchDollars = (owner: Person, isOn: boolean) =>
  owner.put('/api/v1/desk/payments/dollars', { isOn });

/** Turns dollars on and gives these gigs, the website or others, a price list in them; what is on stays. */
export async function sellInDollars(
  app: RunningApp,
  owner: Person,
  gigs = [WEBSITE],
): Promise<void> {
  const { body } = await owner.get('/api/v1/desk/payments/dollars');
  if (body.isOn) return;
  const { status, body: answer } = await switchDollars(owner, true);
  expect(status, JSON.stringify(answer)).toBe(200);
  const inDollars = <T extends { price: number }>(items: T[]) =>
    items.map((item) => ({ ...item, priceUsd: Math.round(item.price / 50) + 0.99 }));
  await app.write(async (tx) => {
    for (const gig of gigs)
      await changeGig(tx, gig, ({ PricingPlans, extraFeatures }) => ({
        PricingPlans: inDollars(PricingPlans),
        extraFeatures: inDollars(extraFeatures),
      }));
  });
}

/** An order of the website in dollars from a buyer in the United States. */
export async function dollarOrderBody(person: Person, more: Record<string, unknown> = {}) {
  const { body } = await person.get(`/api/v1/gig/get/${WEBSITE}`);
  const [{ priceUsd }] = body.gig.PricingPlans;
  return orderBody(person, {
    ...{ currency: 'USD', totalAmount: priceUsd, addressInfo: ABROAD },
    ...more,
  });
}
