import { Hono } from 'hono';
import { expect, test } from 'vitest';
import {
  clientAddress,
  networkPrefix,
  readClientAddress,
} from '../../../api/platform/http/client-address.ts';
import type { Env } from '../../../api/platform/http/env.ts';
import type { Services } from '../../../api/platform/services.ts';

const direct = (peer: string) => readClientAddress(false, { peer, forwarded: '198.51.100.7' });
const proxied = (forwarded: string) => readClientAddress(true, { peer: '127.0.0.1', forwarded });

test('believes X-Forwarded-For only from a trusted proxy, and only its last entry', () => {
  expect(direct('203.0.113.9')).toBe('203.0.113.9');
  expect(proxied('10.9.9.9, 203.0.113.9')).toBe('203.0.113.9');
  expect(readClientAddress(true, { peer: '127.0.0.1', forwarded: undefined })).toBe('127.0.0.1');
  expect(readClientAddress(true, { peer: undefined, forwarded: undefined })).toBe('');
  for (const nonsense of [
    'x203.0.113.9:1',
    '203.0.113.9:x',
    '203.0.113.9:1x',
    'x[::1]',
    '',
    'unknown',
    '1',
    '0x7f.1',
    '999.1.1.1',
    '[nonsense]:1',
  ]) {
    expect(proxied(nonsense), nonsense).toBe('127.0.0.1');
  }
});

test('ignores the port that a proxy adds', () => {
  expect(proxied('203.0.113.9:41000')).toBe('203.0.113.9');
  expect(proxied('[2001:db8::5]:41000')).toBe('2001:db8::');
  expect(proxied('[2001:db8::5]')).toBe('2001:db8::');
});

test('counts an IPv6 network of 64 bits as one client and a mapped address as IPv4', () => {
  expect(direct('2001:DB8:1:2:3:4:5:6')).toBe('2001:db8:1:2::');
  expect(direct('2001:db8:1:2::')).toBe('2001:db8:1:2::');
  expect(direct('::ffff:203.0.113.9')).toBe('203.0.113.9');
});

test('a log names the network of a client, and nobody’s line', () => {
  expect(networkPrefix('203.0.113.9')).toBe('203.0.113.0/24');
  expect(networkPrefix('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
  expect(networkPrefix('unknown')).toBe('');
});

test('a call comes from the other end of its connection, or from whom the proxy names', async () => {
  const callerOf = async (trustProxy: boolean) => {
    const app = new Hono<Env>().get('/', (c) => {
      c.set('services', { config: { trustProxy } } as Services);
      return c.text(clientAddress(c));
    });
    const incoming = {
      socket: { remoteAddress: '203.0.113.9', remotePort: 1, remoteFamily: 'IPv4' },
    };
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    return (await app.request('/', { headers }, { incoming })).text();
  };
  expect(await callerOf(false)).toBe('203.0.113.9');
  expect(await callerOf(true)).toBe('198.51.100.7');
});
