import { expect } from 'vitest';
import { seedId } from '../db/seed.ts';
import type { Person } from './http.ts';
import type { World } from './world.ts';

export const PASSWORD = 'Monsoon-Ferry-42';

export const ASHA = { name: 'Asha Kulkarni', email: 'asha@buyers.example', password: PASSWORD };
export const BELA = { name: 'Béla Nagy', email: 'bela@buyers.example', password: PASSWORD };

export const WEBSITE = seedId('gig:business-website');
export const STORE = seedId('gig:online-store');

/** Signs somebody up, without verifying. */
export async function signUp(world: World, who: typeof ASHA): Promise<Person> {
  const person = world.visitor();
  const answer = await person.post('/api/v1/user/sign-up', who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return person;
}

/** The code in the newest mail to an address. */
export async function codeFor(world: World, email: string): Promise<string> {
  const letter = await world.mail.letter(email, /code/i);
  const code = /^\d{6}$/m.exec(letter.text ?? '')?.[0];
  if (!code) throw new Error('the mail holds no code');
  return code;
}

/** Signs somebody up and types the code from the mail. */
export async function buyer(world: World, who: typeof ASHA): Promise<Person> {
  const person = await signUp(world, who);
  const code = await codeFor(world, who.email);
  const answer = await person.post('/api/v1/user/verify-email', { code });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return person;
}

export const ADDRESS = {
  firstName: 'Asha',
  lastName: 'Kulkarni',
  email: 'asha@buyers.example',
  address: '14 Law College Road',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  phoneNo: '+91 98765 43210',
};

/** The body that a browser sends for the business website, Basic, without extras. */
export async function cart(person: Person, more: Record<string, unknown> = {}) {
  const { body } = await person.get(`/api/v1/gig/get/${WEBSITE}`);
  const [plan] = body.gig.PricingPlans;
  return {
    checkoutId: crypto.randomUUID(),
    orderItems: [{ gigId: WEBSITE, selectedPlan: { planType: plan.planType }, extraFeatures: [] }],
    addressInfo: ADDRESS,
    paymentType: 'Full',
    totalAmount: plan.price as number,
    ...more,
  };
}
