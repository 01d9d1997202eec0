import { request } from 'node:http';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../api/platform/clock.ts';
import type { Person } from '../support/http-client.ts';
import { codeFor, insertBuyer, PASSWORD, signUp } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

shareApp();

const someone = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@codes.example`,
  password: PASSWORD,
});
const verify = (person: Person, code: string) => person.post('/api/v1/user/verify-email', { code });
const forget = (email: string, who = app.visitor()) =>
  who.post('/api/v1/user/forget-password', { email });
const reset = (token: string, password = 'Another-Ferry-43') =>
  app.visitor().post(`/api/v1/user/reset-password/${token}`, { password });
const emailsTo = (email: string, subject: RegExp) =>
  app.mail.emails.filter(
    (mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ''),
  );

/** The newest reset link mailed to an address, once this many have arrived. */
async function linkFor(email: string, count = 1): Promise<string> {
  await waitFor(() => expect(emailsTo(email, /Set a new/)).toHaveLength(count));
  const text = emailsTo(email, /Set a new/).at(-1)?.text ?? '';
  return /create-password\/([\w-]+)/.exec(text)?.[1] ?? '';
}

test('accepts a code only for the account it was sent to', async () => {
  const gita = await signUp(app, someone('Gita'));
  const hari = await signUp(app, someone('Hari'));
  const code = await codeFor(app, 'gita@codes.example');
  if (code !== (await codeFor(app, 'hari@codes.example'))) {
    expect((await verify(hari, code)).status).toBe(400);
  }
  expect((await verify(gita, code)).status).toBe(200);
});

test('a confirmed address leads to where the person was going at sign-up, also after a new code, and never to another site', async () => {
  const goTo = async (name: string, next: unknown, again = false) => {
    const who = { ...someone(name), next };
    const { email } = who;
    const person = await signUp(app, who);
    if (again) {
      app.advance(MINUTE);
      await person.post('/api/v1/user/resend-code', {});
      await waitFor(() => expect(emailsTo(email, /is your code/)).toHaveLength(2));
    }
    const answer = await verify(person, await codeFor(app, email));
    expect(answer.status).toBe(200);
    return answer.body.next;
  };
  const path = '/process-payment?gig=business-website&plan=Basic&extra=2+x';
  expect(await goTo('Javed', path)).toBe(path);
  expect(await goTo('Jita', path, true), 'after a new code').toBe(path);
  for (const [name, bad] of [
    ['Juhi', 'https://evil.example'],
    ['Jeet', '//evil.example'],
    ['Joya', 7],
    ['Jivi', `/${'x'.repeat(500)}`],
  ] as const)
    expect(await goTo(name, bad), String(bad).slice(0, 20)).toBeNull();
});

test('refuses a thousand guesses of a code and limits how often a new one is sent', async () => {
  const ila = await signUp(app, someone('Ila'));
  const code = await codeFor(app, 'ila@codes.example');
  const statuses = new Set<number>();
  for (let from = 0; from < 1_000; from += 100) {
    const guesses = Array.from({ length: 100 }, (_, at) => String(from + at).padStart(6, '0'));
    const wrong = guesses.filter((guess) => guess !== code);
    for (const { status } of await Promise.all(wrong.map((guess) => verify(ila, guess)))) {
      statuses.add(status);
    }
  }
  expect(statuses).toEqual(new Set([400]));
  expect((await verify(ila, code)).status, 'five tries spent the code').toBe(400);
  const resends: number[] = [];
  for (let each = 0; each < 14; each += 1) {
    app.advance(2 * HOUR - 61 * MINUTE * (each % 2));
    resends.push((await ila.post('/api/v1/user/resend-code')).status);
  }
  expect(resends.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(resends.at(-1)).toBe(429);
});

test('a second code leaves the first good, whose mail was slow; a used one ends both, and ten minutes end any', async () => {
  const jaya = await signUp(app, someone('Jaya'));
  const first = await codeFor(app, 'jaya@codes.example');
  app.advance(MINUTE);
  expect((await jaya.post('/api/v1/user/resend-code')).status).toBe(200);
  await waitFor(() => expect(emailsTo('jaya@codes.example', /code/)).toHaveLength(2));
  const second = await codeFor(app, 'jaya@codes.example');
  expect((await verify(jaya, first)).status).toBe(200);
  expect((await verify(jaya, second)).status).toBe(400);
  const kala = await signUp(app, someone('Kala'));
  const late = await codeFor(app, 'kala@codes.example');
  app.advance(10 * MINUTE + 1);
  expect((await verify(kala, late)).status).toBe(400);
});

test('accepts one of twenty simultaneous correct codes and sends one welcome email', async () => {
  const lila = await signUp(app, someone('Lila'));
  const code = await codeFor(app, 'lila@codes.example');
  const all = await Promise.all(Array.from({ length: 20 }, () => verify(lila, code)));
  expect(all.filter((each) => each.status === 200)).toHaveLength(1);
  expect(all.filter((each) => each.status === 400)).toHaveLength(19);
  await app.mail.email('lila@codes.example', /Welcome/);
  expect(emailsTo('lila@codes.example', /Welcome/)).toHaveLength(1);
});

test('answers a password reset request the same for known and unknown addresses, and limits it', async () => {
  const { user } = await insertBuyer(app);
  const [known, unknown] = await Promise.all([forget(user.email), forget('nobody@codes.example')]);
  expect(known.status).toBe(200);
  expect(unknown).toMatchObject({ status: known.status, body: known.body });
  expect(known.body.message).toBe('Reset Password link sent to your email!');
  const sizes = [known, unknown].map((each) => each.headers.get('Content-Length'));
  expect(sizes[0]).toBe(sizes[1]);
  for (const email of [user.email, 'nobody@codes.example']) {
    // Three an hour, one of this network, and one of the quarter of an hour.
    for (let more = 0; more < 4; more += 1) expect((await forget(email)).status).toBe(200);
    const sixth = await forget(email);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(600);
  }
  await linkFor(user.email, 5);
  expect(emailsTo('nobody@codes.example', /./)).toHaveLength(0);
  app.advance(HOUR + MINUTE);
  expect((await forget(user.email)).status).toBe(200);
});

test('accepts a reset link once, for one hour and until a newer one; refuses every other token', async () => {
  const { user } = await insertBuyer(app);
  const stored = async () => (await rowWith(app, 'users', { id: user.id })).password_hash;
  const before = await stored();
  await forget(user.email);
  const older = await linkFor(user.email);
  await forget(user.email);
  const newer = await linkFor(user.email, 2);
  const wrong = [
    older,
    newer.slice(0, -1),
    newer.toUpperCase(),
    'x'.repeat(10_000),
    '%00',
    "' OR 1=1 --",
  ];
  for (const token of wrong) {
    const refused = await reset(encodeURIComponent(token));
    expect(refused.status, token.slice(0, 50)).toBe(400);
    expect(refused.body.message).toBe('This link is no longer valid.');
  }
  expect(await stored()).toBe(before);
  const race = await Promise.all([reset(newer, 'First-Ferry-43'), reset(newer, 'Second-Ferry-43')]);
  expect(race.map((each) => each.status).sort()).toEqual([200, 400]);
  expect((await reset(newer)).status).toBe(400);

  const late = await insertBuyer(app);
  await forget(late.user.email);
  const expired = await linkFor(late.user.email);
  app.advance(HOUR + 1);
  expect((await reset(expired)).status).toBe(400);

  const gone = await insertBuyer(app);
  await forget(gone.user.email);
  const orphan = await linkFor(gone.user.email);
  const person = app.visitor();
  await person.post('/api/v1/user/sign-in', { email: gone.user.email, password: PASSWORD });
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  expect((await reset(orphan)).status).toBe(400);
});

test('verifies the address that a reset link was sent to, whoever signed up with it', async () => {
  const squatter = await signUp(app, someone('Mohan'));
  await forget('mohan@codes.example');
  const token = await linkFor('mohan@codes.example');
  expect((await reset(token)).status).toBe(200);
  expect((await squatter.get('/api/v1/user/check-auth-user')).status).toBe(401);
  const mohan = app.visitor();
  const back = await mohan.post('/api/v1/user/sign-in', {
    email: 'mohan@codes.example',
    password: 'Another-Ferry-43',
  });
  expect(back.body.data.isVerified).toBe(true);
});

test('builds reset links from the configured origin whatever Host header was sent', async () => {
  const { user } = await insertBuyer(app);
  const visitor = app.visitor();
  await visitor.get('/api/v1/user/check-token');
  const { port } = new URL(app.origin);
  const token = visitor.cookies.get('XSRF-TOKEN') ?? '';
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    Origin: app.origin,
    'Content-Type': 'application/json',
    Cookie: `XSRF-TOKEN=${token}`,
    'X-XSRF-TOKEN': token,
  };
  const status = await new Promise<number | undefined>((done, failed) => {
    const path = '/api/v1/user/forget-password';
    request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) =>
      done(answer.resume().statusCode),
    )
      .on('error', failed)
      .end(JSON.stringify({ email: user.email }));
  });
  expect(status).toBe(200);
  await linkFor(user.email);
  const [mail] = emailsTo(user.email, /Set a new/);
  expect(mail?.text).toContain(`${app.origin}/create-password/`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
});

test('keeps codes, links and sessions within their lifetime after a clock rollback', async () => {
  const late = await startTestApp();
  late.advance(DAY);
  const { email } = someone('Lila');
  const lila = await signUp(late, someone('Lila'));
  const old = await codeFor(late, email);
  await forget(email, late.visitor());
  const mail = await late.mail.email(email, /Set a new/);
  const token = /create-password\/([\w-]+)/.exec(mail.text ?? '')?.[1];
  expect((await lila.get('/api/v1/user/check-token')).body.hasToken).toBe(true);
  late.advance(-DAY);
  expect((await verify(lila, old)).status).toBe(400);
  const link = { password: 'Another-Ferry-43' };
  const dead = await late.visitor().post(`/api/v1/user/reset-password/${token}`, link);
  expect(dead.status).toBe(400);
  expect((await lila.post('/api/v1/user/resend-code')).status).toBe(200);
  const codes = () => late.mail.emails.filter((each) => /is your code/.test(each.subject ?? ''));
  await waitFor(() => expect(codes()).toHaveLength(2));
  expect((await verify(lila, await codeFor(late, email))).status).toBe(200);
  await late.close();
});
