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
  for (let at = 0; at < 30; at += 1) {
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
  expect(files.length).toBeLessThan(15);
});

test('a test that changed or is new runs itself', () => {
  write('tests/e2e/page-7.test.ts', '');
  write('tests/e2e/new.test.ts', '');
  const { files } = selectTests('HEAD', root);
  expect(files.slice(0, 2)).toEqual(['tests/e2e/page-7.test.ts', 'tests/e2e/new.test.ts']);
});

test('what everything stands on runs every call, and says so', () => {
  write('db/schema.ts', '');
  const { files, because } = selectTests(undefined, root);
  expect(files).toEqual(['tests/api/rules/chat.test.ts', 'tests/api/typing.test.ts']);
  expect(because).toMatch(/^db\/schema\.ts can break anything/);
});

test('no change runs nothing, and an unknown commit is an error', () => {
  expect(selectTests(undefined, root)).toMatchObject({
    files: [],
    because: expect.stringMatching(/^Nothing changed/),
  });
  expect(() => selectTests('nowhere', root)).toThrow('no commit nowhere');
});
