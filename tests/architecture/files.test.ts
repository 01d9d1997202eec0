import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** `file:line text` of every line below these globs that matches. */
function linesWith(pattern: RegExp, globs: string[], except: RegExp = /^$/): string[] {
  return globSync(globs, { cwd: ROOT })
    .filter((file) => !except.test(file))
    .sort()
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
}

// A fragment (`#id`) of a link, a selector or an address is no colour.
const COLOUR =
  /(?<![\w&"'`(/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|["'`(]#(?:[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(\s*[\d.]/i;

test('colours are defined only in tokens.css', () => {
  // A manifest cannot use custom properties; a brand icon has the brand's colour.
  const except =
    /^src\/(styles\/tokens\.css|content\/|pages\/manifest\.webmanifest\.ts|components\/brand-icons\.ts)/;
  expect(linesWith(COLOUR, ['src/**/*.{css,astro,ts,tsx}'], except)).toEqual([]);
  const tokens = readFileSync(join(ROOT, 'src/styles/tokens.css'), 'utf8');
  for (const line of linesWith(COLOUR, ['src/pages/manifest.webmanifest.ts'])) {
    expect(tokens, line).toContain(/#[\da-f]{6}/.exec(line)?.[0]);
  }
});

test('the colour pattern matches colours and nothing else', () => {
  const colours = [
    'color: #fff',
    'fill="#a1b2c3"',
    'rgb(1 2 3)',
    'rgba(0,0,0,.5)',
    'hsl(210 5% 5%)',
  ];
  expect(colours.filter((each) => !COLOUR.test(each))).toEqual([]);
  const others = [
    'href="#add"',
    'url(#fade)',
    'color-mix(in oklab, var(--a), b)',
    '&#8377;',
    '#content',
  ];
  expect(others.filter((each) => COLOUR.test(each))).toEqual([]);
});

test('no debugging code or TODO is left', () => {
  const sources = ['{api,src,db}/**/*.{ts,tsx,astro}'];
  const commandLinePrograms = /^api\/(main|dev|razorpay-sandbox\/main)\.ts$|^db\/backup/;
  expect(linesWith(/\bconsole\.(log|debug|table|trace)\b/, sources, commandLinePrograms)).toEqual(
    [],
  );
  expect(linesWith(/\bdebugger\b;?$/, sources)).toEqual([]);
  expect(
    linesWith(/\b(TODO|FIXME|XXX)\b/, [...sources, 'tests/**/*.ts'], /architecture\/files/),
  ).toEqual([]);
  expect(
    linesWith(/\b(test|describe|it)\.only\(/, ['tests/**/*.ts'], /architecture\/files/),
  ).toEqual([]);
});

test('no any and no suppressed type error is used', () => {
  const sources = ['{api,src,db}/**/*.{ts,tsx,astro}', 'tests/**/*.ts'];
  const any =
    /(:\s*any\b(?!\s+\w)|\bas any\b|<any[,>]|\bany\[\]|@ts-(ignore|nocheck|expect-error))/;
  expect(linesWith(any, sources, /architecture\/files/)).toEqual([]);
});

/** The SHA-256 of each file of released migrations, because databases have already run them: none before 1.0.0. */
const FROZEN: Record<string, string> = {};

test.skipIf(Object.keys(FROZEN).length === 0)('a released migration is unchanged', () => {
  const found = globSync('db/migrations/**/*.ts', { cwd: ROOT }).sort();
  const sums = found.map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('hex'),
  ]);
  expect(Object.fromEntries(sums)).toEqual(FROZEN);
});

test('process.env is read in configuration files only', () => {
  const readers =
    /^api\/(main|dev|config|(owner|doctor|content|dispute)-command-line|upgrade\/(command-line|rehearse)|modules\/site\/(publish\/(publish-command-line|run-publish-command)|worker\/site-worker|build\/(compile-templates|build-release))|razorpay-sandbox\/main)\.ts$|^src\/lib\/dev-catalog\.ts$|^db\/backup/;
  expect(linesWith(/process\.env\b/, ['{api,src,db}/**/*.{ts,tsx,astro}'], readers)).toEqual([]);
});

test('browser storage is used through the wrapper that never fails', () => {
  const direct = /\b(local|session)Storage\b[.[]|@nanostores\/persistent/;
  expect(linesWith(direct, ['src/**/*.{ts,tsx}'], /^src\/lib\/(storage|persistent)\.ts$/)).toEqual(
    [],
  );
});

test('a source file ends at 500 lines', () => {
  const lines = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length;
  const files = globSync('{api,src,db}/**/*.{ts,tsx,astro}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => !file.startsWith('db/seed/') && lines(file) > 501)).toEqual([]);
});

test('date-fns is imported function by function, and not by the server', () => {
  // Its index loads three hundred files, and for each Node parses a package.json of 150 KB.
  expect(linesWith(/from 'date-fns'/, ['src/**/*.{ts,tsx,astro}'])).toEqual([]);
  expect(linesWith(/from 'date-fns/, ['{api,db}/**/*.ts'])).toEqual([]);
});

test('a test file asks for the app and the browser that it shares: processes run several files', () => {
  const isImported = /from '[./\w]*\/(shared-app|payment-app|shared-browser|chat-setup)\.ts'/;
  const isAsked = /^share(App|People|PaymentApp|Browser|Conversation)\(/m;
  const forgetful = globSync('tests/**/*.test.ts', { cwd: ROOT }).filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return isImported.test(text) && !isAsked.test(text);
  });
  expect(forgetful, 'call shareApp() or its like after the imports (tests/README.md)').toEqual([]);
});
