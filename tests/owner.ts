import { expect } from 'vitest';
import type { Person } from './http.ts';
import { PASSWORD } from './people.ts';
import type { World } from './world.ts';

/** The owner, through the link that is printed at the first start. */
export async function owner(world: World): Promise<Person> {
  const person = world.visitor();
  const link = world.shop.ownerLink;
  if (link) {
    const token = link.split('/').at(-1);
    const set = await person.post(`/api/v1/user/reset-password/${token}`, { password: PASSWORD });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
  }
  const { ownerEmail: email } = world.shop.config;
  const answer = await person.post('/api/v1/user/sign-in', { email, password: PASSWORD });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return person;
}
