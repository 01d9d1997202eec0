import { expect, test } from 'vitest';
import { insertBuyer, paidOrder } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const USER = '/api/v1/user/check-auth-user';
const batchOf = (paths: string[]) =>
  `/api/v1/batch?${new URLSearchParams(paths.map((path) => ['path', path]))}`;

test('a batch answers each call as it would be answered alone', async () => {
  const { person: asha } = await insertBuyer(app);
  const order = `/api/v1/gig/order/${await paidOrder(app, asha)}`;
  const paths = [USER, order, `${order}/requirements`, '/api/v1/gig/get', '/api/v1/no/such/call'];
  const together = await asha.get(batchOf(paths));
  expect(together.headers.get('Cache-Control')).toBe('no-store');
  for (const [at, path] of paths.entries()) {
    const { status, body } = await asha.get(path);
    expect(together.body.responses[at], path).toEqual({ status, body });
  }
});

test('D28: a batch gives nobody more than they would get alone', async () => {
  const { person: asha } = await insertBuyer(app);
  const { person: other } = await insertBuyer(app);
  const order = `/api/v1/gig/order/${await paidOrder(app, asha)}`;
  const statuses = async (who: typeof other) =>
    (await who.get(batchOf([USER, order, '/api/v1/desk/orders']))).body.responses.map(
      ({ status }: { status: number }) => status,
    );
  expect(await statuses(app.visitor())).toEqual([401, 401, 401]);
  expect(await statuses(other)).toEqual([200, 404, 403]);
  expect(await statuses(asha)).toEqual([200, 200, 403]);
});

test('a batch refuses paths that are no API call, more than eight calls, and other batches', async () => {
  const { person: asha } = await insertBuyer(app);
  for (const paths of [['/dev/mail'], ['https://elsewhere.example/'], Array(9).fill(USER)]) {
    expect((await asha.get(batchOf(paths))).status, String(paths)).toBe(400);
  }
  for (const batch of ['/api/v1/batch', '/api/v1/%62atch', '/api/v1/user/../batch']) {
    const { body } = await asha.get(batchOf([`${batch}?path=${USER}`]));
    expect(body.responses[0].status, batch).not.toBe(200);
  }
});
