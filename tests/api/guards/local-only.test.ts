import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from '../../../api/platform/http/env.ts';
import { isLoopback, localOnly } from '../../../api/platform/http/local-only.ts';
import type { Services } from '../../../api/platform/services.ts';

const OURS = 'http://localhost:3000';
const app = new Hono<Env>()
  .use(async (c, next) => {
    c.set('services', { config: { origins: [OURS] } } as unknown as Services);
    await next();
  })
  .use(localOnly)
  .get('/dev/mail', (c) => c.text('done'));

interface Call {
  at?: string;
  from?: string | undefined;
  httpVersion?: string;
  headers?: Record<string, string>;
}
const statusOf = async ({
  at = OURS,
  from = '127.0.0.1',
  httpVersion = '1.1',
  headers = {},
}: Call) => {
  const incoming = { socket: { remoteAddress: from || undefined }, httpVersion };
  return (await app.request(`${at}/dev/mail`, { headers }, { incoming })).status;
};

test('a name or an address of this machine is local, and no other', () => {
  const hosts = ['localhost', '::1', '127.0.0.1', '127.255.0.9'];
  const others = [
    ...['', 'localhost.evil.example', '10.0.0.1', '1127.0.0.1', '127.0.0', '127.0.0.1.example'],
    ...['127.0.0.1111', '127.a.b.c', '::2'],
  ];
  expect([...hosts, ...others].filter(isLoopback)).toEqual(hosts);
});

test.each<[string, Call]>([
  ['this machine', {}],
  ['this machine, over IPv6', { from: '::1', at: 'http://[::1]:3000' }],
  ['this machine, an IPv4 address written as IPv6', { from: '::ffff:127.0.0.1' }],
  ['a page of the site', { headers: { Origin: OURS } }],
])('development tools answer %s', async (_, call) => expect(await statusOf(call)).toBe(200));

test.each<[string, Call]>([
  ['another machine', { from: '192.168.1.7' }],
  ['another machine, an address that only contains one of this', { from: '1::ffff:127.0.0.1' }],
  ['a client that is gone', { from: '' }],
  ['a page elsewhere by another name of this machine', { at: 'http://evil.example:3000' }],
  ['a page elsewhere', { headers: { Origin: 'https://evil.example' } }],
  ['a proxy that adds no header', { httpVersion: '1.0' }],
  ...[
    ...['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
    ...['X-Real-IP', 'CF-Connecting-IP'],
  ].map((name): [string, Call] => [
    `a proxy that adds ${name}`,
    { headers: { [name]: '127.0.0.1' } },
  ]),
])('development tools are not there for %s', async (_, call) =>
  expect(await statusOf(call)).toBe(404),
);
