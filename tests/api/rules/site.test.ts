import { expect, test } from 'vitest';
import { FORWARDED, REQUIRED_PAGES, spaFallbackFor } from '../../../api/modules/site/rules.ts';

test.each([
  ['/orders/0199', '/orders'],
  ['/create-password/token', '/create-password'],
  ['/invitation/token', '/invitation'],
  ['/desk/orders', '/desk'],
  ['/desk/orders/0199/files', '/desk'],
  ['/orders/0199/more', ''],
  ['/orders', ''],
  ['/orders/', ''],
  ['/desk/', ''],
  ['/orders-of-others/1', ''],
  ['/my-gig/1', ''],
  ['/', ''],
])('%s is drawn by the page %j', (path, page) => expect(spaFallbackFor(path)).toBe(page));

test('a site is whole with its public pages and with those that links in mails lead to', () => {
  const pages = ['/', '/my-gig', '/my-work', '/seller', '/sign-in', '/404'];
  expect(REQUIRED_PAGES).toEqual(expect.arrayContaining(pages));
  for (const link of ['/orders/0199', '/create-password/token', '/invitation/token', '/desk/mail'])
    expect(REQUIRED_PAGES).toContain(spaFallbackFor(link));
});

test('a static host passes on calls, sockets and pictures, and no page', () => {
  const addresses = ['/api/v1/gig/all', '/socket.io/', '/media/a.avif', '/', '/orders/1', '/apis'];
  const isForwarded = (address: string) => FORWARDED.some((path) => address.startsWith(`${path}/`));
  expect(addresses.filter(isForwarded)).toEqual(addresses.slice(0, 3));
});
