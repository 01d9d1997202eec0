import { expect, test } from 'vitest';
import { hashPassword } from '../../api/modules/accounts/hashing.ts';
import { MINUTE } from '../../api/platform/clock.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import type { Person } from '../support/http-client.ts';
import { BELA, insertBuyer, PASSWORD } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

shareApp();

const SIGN_IN = '/api/v1/user/sign-in';

const signIn = (person: Person, email: string, password = PASSWORD, from?: string) =>
  person.post(SIGN_IN, { email, password }, from ? { 'X-Forwarded-For': from } : {});

test('accepts the printed owner link once and within an hour to set the first password', async () => {
  const newApp = await startTestApp();
  const { ownerLink, config } = newApp.server;
  const [site, token] = ownerLink?.split('/create-password/') ?? [];
  expect(site).toBe(config.siteOrigin);
  expect(token).toMatch(/#first$/);
  const owner = newApp.visitor();
  const reset = (who = newApp.visitor()) =>
    who.post(`/api/v1/user/reset-password/${token}`, { password: PASSWORD });
  newApp.advance(59 * MINUTE);
  expect((await reset(owner)).body, 'it signs in').toMatchObject({ data: { role: 'owner' } });
  expect((await owner.get('/api/v1/desk/today')).status).toBe(200);
  expect((await reset()).status).toBe(400);
  const { status, body } = await signIn(owner, config.ownerEmail);
  expect(status).toBe(200);
  expect(body.data.role).toBe('owner');
  expect((await owner.get('/api/v1/desk/today')).status).toBe(200);
  await newApp.check();
  await newApp.close();
});

test('gives the same answer after the same work for a wrong password and an unknown address', async () => {
  const { user } = await insertBuyer(app);
  const times: Record<string, number[]> = { known: [], unknown: [] };
  const bodies = new Set<string>();
  for (let round = 0; round < 9; round += 1) {
    for (const [kind, email] of [
      ['known', user.email],
      ['unknown', `nobody-${round}@people.example`],
    ] as const) {
      const cpuTime = await cpuTimeOf(async () => {
        const answer = await signIn(app.visitor(), email, 'not the password');
        expect(answer.status).toBe(401);
        bodies.add(JSON.stringify(answer.body));
      });
      times[kind]?.push(cpuTime);
    }
  }
  expect(bodies.size).toBe(1);
  // A wide margin: it only has to show that the hash is computed for unknown addresses too.
  const ratio = Math.min(...(times['known'] ?? [])) / Math.min(...(times['unknown'] ?? []));
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.7);
});

test('stops guesses from thirty addresses without locking anybody out who comes from another network', async () => {
  const strict = await startTestApp({ TRUST_PROXY: 'on' }, { testMultiplier: 1 });
  const { user } = await insertBuyer(strict);
  const home = strict.visitor();
  expect((await signIn(home, user.email)).status).toBe(200);
  await home.post('/api/v1/user/logout');
  const statuses: number[] = [];
  for (let each = 0; each < 33; each += 1) {
    const guess = await signIn(strict.visitor(), user.email, `guess ${each}`, `198.51.100.${each}`);
    statuses.push(guess.status);
    if (guess.status === 429) {
      expect(Number(guess.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(guess.body.message).toMatch(/Too many attempts/);
    }
  }
  expect(statuses.slice(0, 28), 'three of the network, then of the account').toEqual(
    Array(28).fill(401),
  );
  expect(statuses.slice(28)).toEqual(Array(5).fill(429));
  const from = (address: string) => signIn(strict.visitor(), user.email, PASSWORD, address);
  expect((await from('198.51.100.99')).status).toBe(429);
  expect((await from('203.0.113.9')).status, 'a new device in a new network').toBe(200);
  expect((await signIn(home, user.email)).status, 'a known device is let through').toBe(200);
  strict.advance(31 * MINUTE);
  expect((await from('198.51.100.99')).status, 'and everybody after the delay').toBe(200);
  await strict.check();
  await strict.close();
});

test('limits wrong passwords from one address sooner and does not count right ones', async () => {
  const strict = await startTestApp({}, { testMultiplier: 1 });
  const { user } = await insertBuyer(strict);
  for (let each = 0; each < 12; each += 1) {
    expect((await signIn(strict.visitor(), user.email)).status).toBe(200);
  }
  const guesses = await Promise.all(
    Array.from({ length: 14 }, () => signIn(strict.visitor(), user.email, 'a guess')),
  );
  expect(guesses.filter((each) => each.status === 401)).toHaveLength(10);
  expect(guesses.filter((each) => each.status === 429)).toHaveLength(4);
  await strict.close();
});

test('queues two hundred simultaneous sign-ins up to a limit while other calls go on', async () => {
  const attempts = Array.from({ length: 200 }, (_, at) =>
    signIn(app.visitor(), `storm-${at}@people.example`, 'a guess'),
  );
  let answered = 0;
  for (const attempt of attempts) void attempt.then(() => (answered += 1));
  expect((await fetch(`${app.origin}/api/v1/gig/get`)).status).toBe(200);
  expect(answered, 'it did not wait for all of them').toBeLessThan(attempts.length);
  const statuses = (await Promise.all(attempts)).map((each) => each.status);
  expect(statuses.every((status) => status === 401 || status === 503)).toBe(true);
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
});

test('hashes two passwords at a time, queues sixty and refuses the rest', async () => {
  const asked = Array.from({ length: 200 }, async () => hashPassword('a guess'));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(200 - 62);
  expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfter: 5 });
});

test('does not count a sign-in as a wrong password when the queue is full', async () => {
  const strict = await startTestApp({}, { testMultiplier: 1 });
  const { user } = await insertBuyer(strict);
  let full = true;
  const guests = Array.from({ length: 62 }, async () => {
    while (full) await hashPassword('a guess');
  });
  for (let each = 0; each < 12; each += 1) {
    expect((await signIn(strict.visitor(), user.email)).status).toBe(503);
  }
  full = false;
  await Promise.all(guests);
  const counts = await strict.server.services.store.db
    .selectFrom('limits')
    .select('used')
    .execute();
  expect(counts.map(({ used }) => used)).toEqual([0, 0]);
  await strict.close();
});

test('requires eight characters, compares every byte and refuses common passwords', async () => {
  const tries = async (password: string) =>
    app.visitor().post('/api/v1/user/sign-up', {
      name: 'Pia',
      email: `${crypto.randomUUID()}@buyers.example`,
      password,
    });
  const refused = ['1234567', '😀😀😀😀', 'password', 'PassWord', 'P@ssw0rd', 'qwertyuiop'];
  const ours = ['VyStudio', 'vy studio'];
  for (const password of [...refused, ...ours, '12345678', 'lovelove', 'aaaaaaaa', '']) {
    expect(await tries(password), password).toMatchObject({
      status: 400,
      body: { field: 'password' },
    });
  }
  const long = 'ü'.repeat(40);
  const accepted = [
    'x'.repeat(64),
    `${long}a`,
    `${long}b`,
    '😀🚲🌧️☕🧵🪁🥭🛺',
    '  leading space',
    'a\0b\0c\0d\0e',
    'Ferry-123456',
  ];
  for (const password of accepted) {
    const made = await tries(password);
    expect(made.status, password).toBe(201);
    const { email } = made.body.user;
    expect((await signIn(app.visitor(), email, password)).status).toBe(200);
    for (const near of [password.trim(), password.slice(0, -1), `${password} `, `${long}c`]) {
      if (near === password) continue;
      expect((await signIn(app.visitor(), email, near)).status, near).toBe(401);
    }
  }
});

test('refuses common passwords and names of the studio or oneself, whatever is around them', async () => {
  const email = 'asha.kulkarni@buyers.example';
  const signUpWith = (password: string) =>
    app.visitor().post('/api/v1/user/sign-up', { name: 'Asha Kulkarni', email, password });
  const ours = ['vystudio2026', 'VY-Studio-1', 'the_vy_studio!!', 'vystud10-2026'];
  const own = [
    'asha.kulkarni',
    'Asha2026!',
    'KULKARNI_asha7',
    '4shaKulkarn1',
    email,
    'asha+vystudio1',
  ];
  const common = ['Password123!', 'P@ssw0rd2026', '!!letmein-2026', 'Dragon_2026', 'Qwerty12345!'];
  for (const password of [...ours, ...own])
    expect(await signUpWith(password), password).toMatchObject({
      status: 400,
      body: { field: 'password', message: expect.stringMatching(/your name, your address or/) },
    });
  for (const password of common)
    expect(await signUpWith(password), password).toMatchObject({
      status: 400,
      body: { field: 'password', message: expect.stringMatching(/most common/) },
    });
  const person = app.visitor();
  const fine = { name: 'Asha Kulkarni', email, password: 'Asha-boat-lantern' };
  expect((await person.post('/api/v1/user/sign-up', fine)).status).toBe(201);
});

test('limits sign-ups with a taken address and ignores a spoofed X-Forwarded-For', async () => {
  const strict = await startTestApp({}, { testMultiplier: 1 });
  const statuses: number[] = [];
  for (let each = 0; each < 22; each += 1) {
    const from = { 'X-Forwarded-For': `203.0.113.${each}` };
    const answer = await strict.visitor().post('/api/v1/user/sign-up', BELA, from);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([201, ...Array(19).fill(409), 429, 429]);
  await strict.close();
});
