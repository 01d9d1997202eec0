import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const DOCUMENTS = ['*.md', '{api,db,src,tests}/**/*.md'];
const FILES = ['{api,db,src,tests,public,.ci}/**', '*', '.*'];

/** A path or the name of a file of ours: `orders/rules.ts`, `db/`, but no address, command or package. */
const PATH = /^(?:[\w@[\].{},*-]+\/)*[\w@[\].{},*-]+\.(?:ts|tsx|mjs|astro|css|md)$/;
const FOLDER = /^(?:api|db|src|tests|public)\/(?:[\w-]+\/)*$/;

const filesOf = (): Set<string> => {
  const ignored = /(^|\/)(node_modules|var|dist|\.astro|\.git)(\/|$)/;
  return new Set(globSync(FILES, { cwd: ROOT, exclude: (path) => ignored.test(path) }));
};

const pathsIn = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => PATH.test(quoted) || FOLDER.test(quoted));

/** Named from the top, from the document's folder, or by its end alone: `place-order.ts`, `orders/rules.ts`. */
function exists(path: string, folder: string, files: Set<string>): boolean {
  if (/[{*]/.test(path)) {
    return [join(folder, path), path].some((each) => globSync(each, { cwd: ROOT }).length > 0);
  }
  const plain = path.replace(/^(\.\.\/)+|\/$/g, '');
  return (
    files.has(plain) ||
    files.has(join(folder, plain)) ||
    [...files].some((file) => file.endsWith(`/${plain}`) || basename(file) === plain)
  );
}

const MOST_WORDS = 24_000;

test(`the documents have at most ${MOST_WORDS} words together`, () => {
  // The table of scenarios is generated.
  const written = globSync(DOCUMENTS, { cwd: ROOT }).filter(
    (document) => document !== 'tests/conformance/README.md',
  );
  const words = written.flatMap((document) =>
    readFileSync(join(ROOT, document), 'utf8').split(/\s+/).filter(Boolean),
  );
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});

test('every file that a document names exists', () => {
  const files = filesOf();
  const missing = globSync(DOCUMENTS, { cwd: ROOT }).flatMap((document) =>
    pathsIn(readFileSync(join(ROOT, document), 'utf8'))
      .filter((path) => !exists(path, dirname(document), files))
      .map((path) => `${document} names ${path}, which is not there: mend the sentence.`),
  );
  expect(missing).toEqual([]);
});

test('a path is distinguished from an address, a command and a package', () => {
  const text = '`orders/rules.ts` `db/` `npm test` `/api/v1/gig` `@hono/node-server` `rules.ts`';
  expect(pathsIn(text)).toEqual(['orders/rules.ts', 'db/', 'rules.ts']);
  const files = new Set(['api/modules/orders/rules.ts']);
  expect(exists('orders/rules.ts', 'api', files)).toBe(true);
  expect(exists('orders/desk.ts', 'api', files)).toBe(false);
});
