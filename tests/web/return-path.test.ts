import { beforeAll, expect, test, vi } from 'vitest';
import {
  pathAfterSignIn as landingPath,
  returnPath,
  withReturnPath,
} from '../../src/lib/return-path.ts';
import fc from '../support/fast-check.ts';

const ORIGIN = 'https://shop.example';
beforeAll(() => {
  vi.stubGlobal('location', new URL(`${ORIGIN}/sign-in`));
});

const pathAfterSignIn = (next: string) => returnPath(`?next=${encodeURIComponent(next)}`);
/** The origin that a browser reaches for this path. */
const originReached = (path: string) => new URL(path, `${ORIGIN}/sign-in`).origin;

test('a path of the site is kept with its query and fragment', () => {
  for (const path of ['/', '/orders', '/my-gig/1?plan=Pro#faq', '/a/../orders']) {
    expect(pathAfterSignIn(path)).toBe(path === '/a/../orders' ? '/orders' : path);
  }
  expect(returnPath('')).toBe('/');
  expect(returnPath('?next=')).toBe('/');
  expect(returnPath('?next=/orders&next=//evil')).toBe('/orders');
});

const EVIL = [
  '//evil',
  '///evil',
  '/\\evil',
  '\\\\evil',
  '\\/evil',
  '/\t/evil',
  '/\n/evil',
  '\t//evil',
  '/.//evil',
  '/a/..//evil',
  '/./\\evil',
  '/%2e//evil',
  '/.\t//evil',
  'evil',
  'https://evil',
  'https:evil',
  'https:/evil',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  '/%0d%0aSet-Cookie:a=b',
  '/\r\nSet-Cookie:a=b',
  '@evil',
  '/@evil',
  '//shop.example@evil',
  'https://shop.example.evil',
];

test.each(EVIL)('%j stays on the site', (next) => {
  const path = pathAfterSignIn(next);
  expect(path).toMatch(/^\/(?![/\\])/);
  expect(path).not.toMatch(/[\r\n\t]/);
  expect(originReached(path)).toBe(ORIGIN);
});

test('no value of next leads to another site', () => {
  const bits = fc.constantFrom('/', '\\', '.', '..', '%2e', '\t', '\n', 'evil', ':', '@', '?', '#');
  const pathParts = fc.array(fc.oneof({ weight: 4, arbitrary: bits }, fc.string({ maxLength: 3 })));
  fc.assert(
    fc.property(
      pathParts.map((parts) => `/${parts.join('')}`),
      (next) => originReached(pathAfterSignIn(next)) === ORIGIN,
    ),
    { numRuns: 5_000 },
  );
});

test('a return path survives the round trip through sign-in', () => {
  fc.assert(
    fc.property(fc.webPath({ size: 'small' }), (path) => {
      const target = path.startsWith('/') && !path.startsWith('//') ? path : `/x${path}`;
      const address = withReturnPath('/sign-in', target);
      const search = new URL(address, ORIGIN).search;
      return originReached(returnPath(search)) === ORIGIN;
    }),
  );
  expect(withReturnPath('/sign-in', '/')).toBe('/sign-in');
  expect(returnPath(new URL(withReturnPath('/sign-in', '/orders?a=b&c=d'), ORIGIN).search)).toBe(
    '/orders?a=b&c=d',
  );
});

test('the owner lands on the dashboard, unless they came from somewhere', () => {
  expect(landingPath({ role: 'owner' }, '')).toBe('/desk');
  expect(landingPath({ role: 'owner' }, '?next=/seller')).toBe('/seller');
  expect(landingPath({ role: 'assistant' }, '')).toBe('/desk/inbox');
  expect(landingPath({ role: 'buyer' }, '')).toBe('/');
  expect(landingPath({ role: 'buyer' }, '?next=/orders')).toBe('/orders');
});
