import { expect, test } from 'vitest';
import { REQUIRED_PAGES, spaFallbackFor } from '../../../api/modules/site/rules.ts';

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
  expect(REQUIRED_PAGES).toEqual(expect.arrayContaining(['/', '/my-gig', '/sign-in', '/404']));
  for (const link of ['/orders/0199', '/create-password/token', '/invitation/token', '/desk/mail'])
    expect(REQUIRED_PAGES).toContain(spaFallbackFor(link));
});
