import { expect, test } from 'vitest';
import { renderPages } from '../../../api/modules/site/build/render-pages.ts';
import { faultInXml } from '../../../api/modules/site/build/validate-release.ts';

test.each([
  ['<feed><title>A &amp; B</title></feed>', null],
  ['<feed><title>A & B</title></feed>', expect.stringContaining("'&'")],
  ['<feed><title>A</feed>', expect.stringContaining("tag 'title'")],
  ['<feed><title>A\ufffe</title></feed>', 'a character that XML forbids'],
])('a feed is parsed before it is published: %j', (xml, fault) =>
  expect(faultInXml(xml)).toEqual(fault),
);

test('rendering fails only when no page is being written any more', async () => {
  const written: string[] = [];
  const slow = Promise.withResolvers<void>();
  const site = {
    paths: () => ['/broken', '/slow.txt', '/never.txt'],
    async render(path: string) {
      if (path === '/broken') throw new Error('This page is broken.');
      await slow.promise;
      return new Response(path);
    },
  };
  const folder = {
    files: {},
    keep: () => false,
    write: (file: string) => void written.push(file),
  };
  const rendering = renderPages({
    ...{ site, folder, catalog: {}, scripts: new Set(), kept: {}, same: {}, before: {} },
    ...{ log() {}, pictureBytes: async () => undefined },
  } as unknown as Parameters<typeof renderPages>[0]);
  const ended = rendering.catch((error: Error) => `${error.message} ${written}`);
  await new Promise((done) => setImmediate(done));
  slow.resolve();
  expect(await ended).toBe('This page is broken. slow.txt');
});
