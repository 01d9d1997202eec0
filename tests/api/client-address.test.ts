import { expect, test } from 'vitest';
import { readClientAddress } from '../../api/platform/http/client-address.ts';

const direct = (peer: string) => readClientAddress(false, { peer, forwarded: '198.51.100.7' });
const proxied = (forwarded: string) => readClientAddress(true, { peer: '127.0.0.1', forwarded });

test('believes X-Forwarded-For only from a trusted proxy, and only its last entry', () => {
  expect(direct('203.0.113.9')).toBe('203.0.113.9');
  expect(proxied('10.9.9.9, 203.0.113.9')).toBe('203.0.113.9');
  for (const nonsense of ['', 'unknown', '1', '0x7f.1', '999.1.1.1', '[nonsense]:1']) {
    expect(proxied(nonsense), nonsense).toBe('127.0.0.1');
  }
});

test('ignores the port that a proxy adds', () => {
  expect(proxied('203.0.113.9:41000')).toBe('203.0.113.9');
  expect(proxied('[2001:db8::5]:41000')).toBe(proxied('2001:db8::5'));
});

test('counts an IPv6 network of 64 bits as one client and a mapped address as IPv4', () => {
  expect(direct('2001:db8:1:2:3:4:5:6')).toBe(direct('2001:DB8:1:2::'));
  expect(direct('2001:db8:1:2::')).not.toBe(direct('2001:db8:1:3::'));
  expect(direct('::ffff:203.0.113.9')).toBe('203.0.113.9');
});
