import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { findUserByEmail } from '../../../api/modules/accounts/queries.ts';
import { MINUTE } from '../../../api/platform/clock.ts';
import fc from '../../support/fast-check.ts';
import type { Answer, Person } from '../../support/http-client.ts';
import { ASHA, insertBuyer, PASSWORD } from '../../support/people.ts';
import { actAs } from './boundaries.ts';
import { deaths, runInterleavings, type Scenario, TIMEOUT } from './run-interleavings.ts';
import type { ScheduledApp } from './scheduled-app.ts';

const USER = '/api/v1/user';

interface CodeScenario extends Scenario {
  devices: number;
  code: 'of the second step of a sign-in' | 'that confirms an address';
}

interface CodeScene {
  app: ScheduledApp;
  userId: string;
  devices: Person[];
  path: string;
  code: string;
  /** The number of sessions before. */
  sessions: number;
  answers: number[];
}

const scenarios = fc.record<CodeScenario>({
  devices: fc.integer({ min: 2, max: 3 }),
  code: fc.constantFrom('of the second step of a sign-in', 'that confirms an address'),
  deaths: fc.oneof(fc.constant<number[]>([]), deaths),
  triesAgain: fc.boolean(),
});

const sessionsOf = async ({ server }: ScheduledApp, userId: string) =>
  (
    await server.services.store.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .execute()
  ).length;

function expectDone({ status, body }: Answer): Answer['body'] {
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return body;
}

/** Several devices whose password was right; the code of one authenticator app opens one session. */
async function beginSecondStep(app: ScheduledApp, count: number): Promise<CodeScene> {
  const { person, user } = await insertBuyer(app, {});
  const { secret } = expectDone(await person.post(`${USER}/second-factor/totp`));
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeNow = () => totp.generate({ timestamp: app.server.services.clock().getTime() });
  expectDone(await person.post(`${USER}/second-factor/totp/confirm`, { code: codeNow() }));
  app.advance(MINUTE);
  const devices = Array.from({ length: count }, () => app.visitor());
  for (const device of devices)
    expectDone(await device.post(`${USER}/sign-in`, { email: user.email, password: PASSWORD }));
  const sessions = await sessionsOf(app, user.id);
  const path = `${USER}/sign-in/confirm`;
  return { app, userId: user.id, devices, path, code: codeNow(), sessions, answers: [] };
}

/** Several tabs of a new account; the mailed code confirms the address once. */
async function beginConfirmation(app: ScheduledApp, count: number): Promise<CodeScene> {
  const person = app.visitor();
  expectDone(await person.post(`${USER}/sign-up`, ASHA));
  const { store, outbox } = app.server.services;
  const userId = (await findUserByEmail(store.db, ASHA.email))?.id ?? '';
  const mails = await store.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'code')
    .execute();
  const text = mails[0]?.encrypted ? outbox.open(mails[0].encrypted)?.text : '';
  const code = /^\d{6}$/m.exec(text ?? '')?.[0] ?? '';
  const devices = Array.from({ length: count }, () => person);
  const sessions = await sessionsOf(app, userId);
  return { app, userId, devices, path: `${USER}/verify-email`, code, sessions, answers: [] };
}

async function checkSecondStep({ app, userId, sessions, answers }: CodeScene, isCertain: boolean) {
  const opened = (await sessionsOf(app, userId)) - sessions;
  const entered = answers.filter((status) => status === 200).length;
  // A session whose answer was lost is of no use to anybody, and the code is used.
  expect(entered, 'nobody is let in without a session').toBeLessThanOrEqual(opened);
  expect(opened, 'one code opens one session').toBeLessThanOrEqual(1);
  if (isCertain) expect([opened, entered]).toEqual([1, 1]);
}

async function checkConfirmation({ app, userId, answers }: CodeScene, isCertain: boolean) {
  const { db } = app.server.services.store;
  const { is_verified } = await db
    .selectFrom('users')
    .select('is_verified')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const welcomes = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'welcome')
    .execute();
  const confirmed = answers.filter((status) => status === 200).length;
  expect(welcomes.length, 'one mail to a confirmed address').toBe(is_verified);
  expect(confirmed, 'a code works once').toBeLessThanOrEqual(is_verified);
  if (isCertain) expect(confirmed).toBe(1);
}

test(
  'one code that several devices send at once works once, also if the process dies',
  async () => {
    await runInterleavings(8, scenarios, {
      begin: (app, { code, devices }) =>
        code === 'that confirms an address'
          ? beginConfirmation(app, devices)
          : beginSecondStep(app, devices),
      actors: (setup) =>
        setup.devices.map(
          (device, at) => () =>
            actAs(`device ${at + 1}`, async () => {
              const { status } = await device.post(setup.path, { code: setup.code });
              setup.answers.push(status);
            }),
        ),
      async check(setup, { code }) {
        const isCertain = setup.app.deaths === 0;
        await (code === 'that confirms an address'
          ? checkConfirmation(setup, isCertain)
          : checkSecondStep(setup, isCertain));
        expect(setup.app.errors, 'no error was logged').toEqual([]);
      },
    });
  },
  TIMEOUT,
);
