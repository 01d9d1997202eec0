import { expect, test } from 'vitest';
import { createLog, inLogContext, safeLine, stackOf } from '../../api/platform/log.ts';
import { ProviderError } from '../../api/platform/payment-provider/call.ts';
import { ASHA, paidOrder, signUpBuyer } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

test('keeps a log entry on one line whatever the text contains', () => {
  const forged = safeLine('550 refused\r\nThe app is running\u2028paid\u001b[2J\u0000\u202e end');
  expect(forged).toBe('550 refused The app is running paid [2J end');
  expect(safeLine('x'.repeat(90_000)).length).toBeLessThan(3_000);
});

test('removes addresses and URL passwords from a log line', () => {
  const line = safeLine('to <asha@buyers.example>, smtps://user:secret@mail.example refused');
  expect(line).toBe('to [address] [address] refused');
});

test('keeps where an error and its cause were made, and no forged place', () => {
  const cause = new TypeError('550 asha@buyers.example\n    at forged (/srv/forged.ts:1:1)');
  const stack = stackOf(new Error('a mail failed\n    at forged (/srv/forged.ts:1:1)', { cause }));
  expect(stack).toMatch(/^Error\n {4}at .*logs\.test\.ts.*:\d+:\d+/);
  expect(stack).toMatch(/\ncaused by TypeError: 550 \[address\] .*\n {4}at .*logs\.test\.ts/);
  expect(stack.split('\n').filter((line) => /^ {4}at .*forged/.test(line))).toEqual([]);
});

test('writes JSON lines in production and sentences in development, without addresses', () => {
  const written = (production: boolean, logLevel = 'info') => {
    const lines: string[] = [];
    const log = createLog({ production, logLevel }, (line) => lines.push(line));
    log.info('opened\nfor asha@buyers.example');
    log.info('a call', { ms: 3 });
    log.error('a mail failed', new Error('550 refused'));
    return lines;
  };
  const failed = expect.stringMatching(/^a mail failed: 550 refused\nError\n {4}at /);
  expect(written(false)).toEqual(['opened for [address]', failed]);
  expect(written(true).map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), message: 'opened for [address]' },
    expect.objectContaining({ level: 'info', message: 'a call', ms: 3 }),
    {
      ...{ level: 'error', time: expect.any(String), message: 'a mail failed: 550 refused' },
      stack: expect.stringMatching(/^Error\n {4}at .*logs\.test\.ts/),
    },
  ]);
  expect(written(true).join('')).not.toContain('\n');
  expect(written(false, 'error')).toEqual([failed]);
});

test('five jobs that miss the provider write one sentence a minute, with a count and no stack', () => {
  let now = 0;
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const log = createLog({ production: false, logLevel: 'info' }, print, () => now);
  const round = () => {
    for (const job of ['completion', 'quotes', 'reminders', 'disputes', 'reconciliation'])
      inLogContext({ job }, () =>
        log.error(`${job} failed`, new ProviderError(0, 'the provider gave no answer')),
      );
  };
  round();
  now = 30_000;
  round();
  now = 61_000;
  round();
  expect(lines).toEqual([
    'completion failed: the provider gave no answer (status 0)',
    'completion failed: the provider gave no answer (status 0) (9 more since the line before)',
  ]);
  // A rejection may be a mistake of ours: its place is kept, and every one of them.
  for (const job of ['quotes', 'reminders'])
    inLogContext({ job }, () => log.error('failed', new ProviderError(400, 'no such order')));
  expect(lines.slice(2)).toEqual(Array(2).fill(expect.stringMatching(/\n {4}at .*logs\.test/)));
});

test('carries the id of a request to the lines of its provider calls, mails and jobs', async () => {
  const app = await startTestApp();
  const lines = () => app.logLines.map((line) => JSON.parse(line));
  const asha = await signUpBuyer(app, ASHA);
  await paidOrder(app, asha);
  const idOf = (route: string) => lines().find((line) => line.route === route)?.requestId;
  const idsOf = (find: (line: ReturnType<JSON['parse']>) => boolean) =>
    lines()
      .filter(find)
      .map((line) => line.requestId);
  await waitFor(() => {
    expect(idsOf(({ message }) => message === 'a code mail was sent')).toEqual([
      idOf('/api/v1/user/sign-up'),
    ]);
    expect(idsOf(({ message }) => message === 'a payment received mail was sent')).toEqual([
      idOf('/api/v1/gig/order/verify'),
    ]);
  });
  expect(idsOf(({ provider }) => provider === 'POST /v1/orders')).toEqual([
    idOf('/api/v1/gig/order/place'),
  ]);
  expect(idsOf(({ provider }) => provider === 'GET /v1/payments/:id')).toContain(
    idOf('/api/v1/gig/order/verify'),
  );
  await app.close();
});

test('gives each run of a job an id of its own', async () => {
  const log: object[] = [];
  const { info } = createLog({ production: true, logLevel: 'info' }, (line) =>
    log.push(JSON.parse(line)),
  );
  inLogContext({ requestId: 'of a request' }, () =>
    inLogContext({ requestId: 'of a run', job: 'quotes' }, () => info('expired')),
  );
  info('outside');
  expect(log).toMatchObject([{ requestId: 'of a run', job: 'quotes', message: 'expired' }, {}]);
  expect(log[1]).not.toHaveProperty('requestId');
});
