import { expect, test } from 'vitest';
import { createLog, safeLine, safeLog } from '../../api/platform/log.ts';

test('keeps a log entry on one line whatever the text contains', () => {
  const forged = safeLine('550 refused\r\nThe shop is open\u2028paid\u001b[2J\u0000\u202e end');
  expect(forged).toBe('550 refused The shop is open paid [2J end');
  expect(safeLine('x'.repeat(90_000)).length).toBeLessThan(3_000);
});

test('removes addresses and URL passwords from a log line', () => {
  const line = safeLine('to <asha@buyers.example>, smtps://user:secret@mail.example refused');
  expect(line).toBe('to [address] [address] refused');
});

test('logs an error by its cleaned message', () => {
  const lines: string[] = [];
  const log = safeLog({ info: (line) => lines.push(line), error: (line) => lines.push(line) });
  log.error('a code mail was refused', new Error('550 asha@buyers.example\nis unknown'));
  log.error('stopped', 'not an error');
  log.info('opened\nclosed');
  expect(lines).toEqual([
    'a code mail was refused: 550 [address] is unknown',
    'stopped',
    'opened closed',
  ]);
});

test('writes JSON lines in production and sentences in development, without addresses', () => {
  const written = (production: boolean, logLevel = 'info') => {
    const lines: string[] = [];
    const log = createLog({ production, logLevel }, (line) => lines.push(line));
    log.info('opened\nfor asha@buyers.example');
    log.error('a mail failed', new Error('550 refused'));
    return lines;
  };
  expect(written(false)).toEqual(['opened for [address]', 'a mail failed: 550 refused']);
  expect(written(true).map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), message: 'opened for [address]' },
    { level: 'error', time: expect.any(String), message: 'a mail failed: 550 refused' },
  ]);
  expect(written(true).join('')).not.toContain('\n');
  expect(written(false, 'error')).toEqual(['a mail failed: 550 refused']);
});
