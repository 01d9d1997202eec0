import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { assistantAccess } from '../../../api/modules/accounts/assistants/permissions.ts';
import type { Env } from '../../../api/platform/http/env.ts';
import { answerError } from '../../../api/platform/http/errors.ts';
import type { User } from '../../../db/schema.ts';

const BASE = '/api/v1';
const BUYER = { role: 'buyer', is_verified: 1, assistant_since: null } as User;
const ASSISTANT = { ...BUYER, assistant_since: '2026-11-22T10:00:00.000Z' } as User;

async function statusOf(user: User | null, method: string, route: string): Promise<number> {
  const app = new Hono<Env>()
    .onError((error, c) => answerError(error, c, () => {}))
    .use(async (c, next) => {
      c.set('user', user);
      await next();
    })
    .use(assistantAccess(BASE))
    .on(method, BASE + route, (c) => c.text('done'));
  return (await app.request(BASE + route.replace(':id', '1'), { method })).status;
}

test.each([
  ['PUT', '/user/name', 200],
  ['GET', '/notify/list', 200],
  ['GET', '/gig/order/user-orders', 200],
  ['POST', '/gig/order/user-orders', 403],
  ['POST', '/gig/order/place', 403],
  ['POST', '/desk/payments/:id/refund', 403],
  ['POST', '/desk/orders/:id', 403],
  ['GET', '/desk/user/:id', 403],
  ['GET', '/users', 403],
])('an assistant’s %s %s, now or added later, is answered %i', async (method, route, status) => {
  expect(await statusOf(ASSISTANT, method, route)).toBe(status);
  expect(await statusOf(BUYER, method, route), 'a buyer').toBe(200);
  expect(await statusOf(null, method, route), 'a visitor').toBe(200);
});
