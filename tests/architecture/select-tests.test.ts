import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { selectTests } from '../select-tests.mjs';

let root: string;

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'select-'));
  write('api/app.ts', "import './modules/chat/routes.ts';");
  write('api/modules/chat/routes.ts', "import './rules.ts';");
  write('api/modules/chat/rules.ts', 'export const longest = 4000;');
  write('tests/api/rules/chat.test.ts', "import '../../../api/modules/chat/rules.ts';");
  write('tests/api/typing.test.ts', "test('shows who is typing in a conversation')");
  // Together they fill the time, so that what has nothing to do with a change is left out.
  for (let at = 0; at < 100; at += 1) {
    write(`tests/e2e/page-${at}.test.ts`, "import '../../api/app.ts';");
  }
  git('init', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-m', 'first');
});
afterEach(() => rmSync(root, { recursive: true }));

test('a change runs the tests that import it, then those that speak of the same things', () => {
  write('api/modules/chat/rules.ts', 'export const typing = "typing in a conversation";');
  const { files } = selectTests(undefined, root);
  expect(files.slice(0, 2)).toEqual(['tests/api/rules/chat.test.ts', 'tests/api/typing.test.ts']);
  expect(files.length).toBeLessThan(40);
});

test('a test that changed or is new runs itself', () => {
  write('tests/e2e/page-7.test.ts', '');
  write('tests/e2e/new.test.ts', '');
  const { files } = selectTests('HEAD', root);
  expect(files.slice(0, 2)).toEqual(['tests/e2e/new.test.ts', 'tests/e2e/page-7.test.ts']);
});

test('what everything stands on runs no more, and says that everything can break', () => {
  write('package.json', '{}');
  const { files, because } = selectTests(undefined, root);
  expect(files.length).toBeLessThan(40);
  expect(because).toMatch(/package\.json can break anything: npm test -- --all runs all$/);
});

test('a page of Astro leads to the tests of what it imports, and each choice has its reason', () => {
  write('tests/e2e/card.ts', "import '../../src/pages/card.astro';");
  write('tests/web/pages.test.ts', "import '../e2e/card.ts';");
  write('src/pages/card.astro', "---\nimport '../card.ts';\n---\n");
  write('src/card.ts', 'export const card = 1;');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-m', 'second');
  write('src/pages/card.astro', "---\nimport '../card.ts';\n---\n<p>Card</p>\n");
  const { why } = selectTests('HEAD', root);
  expect(Object.entries(why)[0]).toEqual([
    'tests/web/pages.test.ts',
    'it imports tests/e2e/card.ts, which imports src/pages/card.astro',
  ]);
});

test('a file that many import does not choose all of them before what speaks of the change', () => {
  write('tests/support/people.ts', "import '../../db/seed.ts';");
  write('db/seed.ts', '');
  for (let at = 0; at < 60; at += 1)
    write(`tests/api/many-${at}.test.ts`, "import '../support/people.ts';");
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-m', 'second');
  write('db/seed.ts', 'export const typing = "typing in a conversation";');
  expect(selectTests('HEAD', root).files[0]).toBe('tests/api/typing.test.ts');
});

test('no change runs nothing, and an unknown commit is an error', () => {
  expect(selectTests(undefined, root)).toMatchObject({
    files: [],
    because: expect.stringMatching(/^Nothing changed/),
  });
  expect(() => selectTests('nowhere', root)).toThrow('no commit nowhere');
});
