import { expect } from 'vitest';
import type { Person } from './http-client.ts';
import { PASSWORD } from './people.ts';
import { app } from './shared-app.ts';

export const ASSISTANTS = '/api/v1/desk/assistants';

export const newAssistantEmail = () => `${crypto.randomUUID()}@assistants.example`;

/** Signs in by e-mail and the password of the tests. */
export async function signIn(email: string): Promise<Person> {
  const person = app.visitor();
  const { status } = await person.post('/api/v1/user/sign-in', { email, password: PASSWORD });
  expect(status).toBe(200);
  return person;
}

/** Makes every assistant an ordinary account, so that new ones are within the limit. */
export const endAssistants = () =>
  app.write((tx) => tx.updateTable('users').set({ assistant_since: null }).execute());
