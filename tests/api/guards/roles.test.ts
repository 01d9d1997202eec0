import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { ownersOnly, usersOnly, verifiedOnly } from '../../../api/modules/accounts/guards.ts';
import type { Env } from '../../../api/platform/http/env.ts';
import { answerError } from '../../../api/platform/http/errors.ts';
import { isStaff, roleOf } from '../../../api/platform/roles.ts';
import type { User } from '../../../db/schema.ts';

const BUYER = { role: 'buyer', is_verified: 1, assistant_since: null } as User;
const UNVERIFIED = { ...BUYER, is_verified: 0 } as User;
const ASSISTANT = { ...BUYER, assistant_since: '2026-11-22T10:00:00.000Z' } as User;
const OWNER = { ...BUYER, role: 'owner' } as User;

test('an assistant is stored as a buyer, and works for the owner', () => {
  const users = [BUYER, UNVERIFIED, ASSISTANT, OWNER];
  expect(users.map(roleOf)).toEqual(['buyer', 'buyer', 'assistant', 'owner']);
  expect(users.filter(isStaff)).toEqual([ASSISTANT, OWNER]);
});

const GUARDS = { usersOnly, verifiedOnly, ownersOnly };

test.each<[string, User | null, Record<keyof typeof GUARDS, number>]>([
  ['a visitor', null, { usersOnly: 401, verifiedOnly: 401, ownersOnly: 401 }],
  ['a new user', UNVERIFIED, { usersOnly: 200, verifiedOnly: 403, ownersOnly: 403 }],
  ['a buyer', BUYER, { usersOnly: 200, verifiedOnly: 200, ownersOnly: 403 }],
  ['an assistant', ASSISTANT, { usersOnly: 200, verifiedOnly: 200, ownersOnly: 403 }],
  ['the owner', OWNER, { usersOnly: 200, verifiedOnly: 200, ownersOnly: 200 }],
])('%s passes the guards of these calls only', async (_, user, expected) => {
  for (const [name, guard] of Object.entries(GUARDS)) {
    const app = new Hono<Env>()
      .onError((error, c) => answerError(error, c, () => {}))
      .use(async (c, next) => {
        c.set('user', user);
        await next();
      })
      .get('/', guard, (c) => c.text('done'));
    expect((await app.request('/')).status, name).toBe(expected[name as keyof typeof GUARDS]);
  }
});
