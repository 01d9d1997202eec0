import { expect, test } from 'vitest';
import { updateUser } from '../../api/modules/accounts/queries.ts';
import { findLiveSessions } from '../../api/modules/accounts/sessions.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../api/platform/clock.ts';
import { hashToken } from '../../api/platform/ids.ts';
import { insertBuyer } from '../support/people.ts';
import {
  changeSession,
  openSessionOf,
  openSessionOfNewBuyer,
  storedSession,
  userOf,
} from '../support/sessions.ts';
import {
  app,
  setWritable,
  shareInProcessApp,
  whileDatabaseRefuses,
} from '../support/shared-in-process-app.ts';

let time = Date.now();
const clock = () => new Date(time);
const wait = (ms: number) => {
  time += ms;
};

shareInProcessApp(clock);

const services = () => app.server.services;

test('a session that nobody uses ends after seven days, one of staff after twelve hours', async () => {
  const buyer = await insertBuyer(app);
  const assistant = await insertBuyer(app);
  await app.write((tx) => updateUser(tx, assistant.user.id, { assistant_since: iso(clock()) }));
  for (const [{ user }, length] of [
    [buyer, 7 * DAY],
    [assistant, 12 * HOUR],
  ] as const) {
    const [used, unused] = [await openSessionOf(user.id), await openSessionOf(user.id)];
    expect((await storedSession(unused)).expires_at).toBe(later(clock(), length));
    wait(length - 1);
    expect(await userOf(used)).not.toBeNull();
    wait(1);
    expect(await userOf(unused)).toBeNull();
    expect(await storedSession(used), 'extended by its use').toMatchObject({
      expires_at: later(clock(), length - 1),
    });
  }
});

test('using a session extends it, every ten minutes at most, until thirty days after its start', async () => {
  const { token, user } = await openSessionOfNewBuyer();
  const start = clock();
  wait(10 * MINUTE);
  expect((await userOf(token))?.id).toBe(user.id);
  expect((await storedSession(token)).seen_at).toBe(iso(start));
  wait(1);
  await userOf(token);
  expect(await storedSession(token)).toMatchObject({
    seen_at: iso(clock()),
    expires_at: later(clock(), 7 * DAY),
  });
  for (let used = 0; used < 4; used += 1) {
    wait(6 * DAY);
    expect(await userOf(token)).not.toBeNull();
  }
  expect((await storedSession(token)).expires_at).toBe(later(start, 30 * DAY));
});

test('a session that was last used in the future ends no later for that', async () => {
  const { token } = await openSessionOfNewBuyer();
  const { expires_at } = await storedSession(token);
  await changeSession(token, { seen_at: later(clock(), HOUR) });
  expect(await userOf(token)).not.toBeNull();
  const moved = await storedSession(token);
  expect(moved.seen_at).toBe(iso(clock()));
  expect(moved.expires_at <= expires_at).toBe(true);
  expect(await userOf('of nobody')).toBeNull();
});

test('while nothing can be written people stay signed in; any other fault is reported', async () => {
  const { token } = await openSessionOfNewBuyer();
  const before = await storedSession(token);
  wait(HOUR);
  await setWritable(false);
  expect(await userOf(token)).not.toBeNull();
  await setWritable(true);
  expect(await storedSession(token)).toEqual(before);
  await whileDatabaseRefuses('UPDATE ON sessions', () =>
    expect(userOf(token)).rejects.toThrow('refused'),
  );
});

test('finds those of many sessions that are valid, as open sockets need it', async () => {
  const [valid, last, ended] = [
    await openSessionOfNewBuyer(),
    await openSessionOfNewBuyer(),
    await openSessionOfNewBuyer(),
  ];
  await changeSession(last.token, { expires_at: later(clock(), 1) });
  await changeSession(ended.token, { expires_at: iso(clock()) });
  const unknown = Array.from({ length: 499 }, (_, at) => `unknown ${at}`);
  const [one, two, three] = [valid, last, ended].map(({ token }) => hashToken(token));
  const found = await findLiveSessions(services().store.db, clock, [
    ...[three ?? '', one ?? ''],
    ...[...unknown, two ?? ''],
  ]);
  expect(found).toEqual([one, two]);
});
