import fc from '../support/fast-check.ts';
import type { Person } from '../support/http-client.ts';
import { buy } from '../support/payments.ts';
import { insertAssistant, insertBuyer, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';

const ROLES = ['visitor', 'unverified', 'stranger', 'buyer', 'assistant', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whoever may do most is asked for most often. */
export const roles = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<Role[]>('visitor', 'unverified', 'stranger') },
  { weight: 4, arbitrary: fc.constantFrom<Role[]>('buyer', 'assistant', 'owner') },
);

export type Callers = Record<Role, Person>;

/** A buyer with an order, and the ids of what is theirs: everybody guesses them. */
export async function createBuyer(app: TestApp): Promise<{ userId: string; ids: string[] }> {
  const { person, user } = await insertBuyer(app);
  const { orderId, paymentId } = await buy(app, person);
  const said = { orderId, messageText: 'Namaste' };
  const { body } = await person.post('/api/v1/communicate/send-message', said);
  const { _id: messageId, conversationId } = body.data;
  return {
    userId: user.id,
    ids: [orderId, orderId, paymentId, user.id, messageId, conversationId, WEBSITE],
  };
}

/** Somebody of each role, signed in where the role is. */
export const callersOf = (app: TestApp, userId: string): Record<Role, () => Promise<Person>> => ({
  visitor: async () => app.visitor(),
  unverified: async () => (await insertBuyer(app, { verified: false })).person,
  stranger: async () => (await insertBuyer(app)).person,
  buyer: () => signedIn(app, userId),
  assistant: async () => (await insertAssistant(app)).person,
  owner: () => ownerOf(app),
});

export async function newCallers(app: TestApp, userId: string): Promise<Callers> {
  const make = callersOf(app, userId);
  const callers: Partial<Callers> = {};
  for (const role of ROLES) callers[role] = await make[role]();
  return callers as Callers;
}
