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

// A fragment (`#id`) of a link, a selector or an address is not a colour.
const COLOUR =
  /(?<![\w&"'`(/])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|["'`(]#(?:[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\(\s*[\d.]/i;

test('colours are defined only in tokens.css', () => {
  // A manifest cannot use custom properties; a brand icon has the brand's colour.
  const except =
    /^src\/(styles\/tokens\.css|content\/|pages\/manifest\.webmanifest\.ts|components\/custom-brand-icons\.ts)/;
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

/** A migration that has landed is never edited: databases out there have run it. Add the next one. */
const FROZEN: Record<string, string> = {
  'db/migrations/0001-first.ts': '2e7ddf570edb841164f0c3b1edac1a059b2f950110f8a4fa4c659fbb1e256463',
  'db/migrations/0001-first/accounts.ts':
    '4266c2343d9e6ae5a8283a7e24b20ae6d4d3cd1cc59bd9f1d2cd99adf29c4cac',
  'db/migrations/0001-first/catalog.ts':
    '6cf10befc90e617f959a4d1117a644a5e6a14ebbef72f9b18ca5dc058f67b664',
  'db/migrations/0001-first/conversations.ts':
    '1ab620c6803fb6cdddbe51abc5d02298d743280725ffe52c0fc3b151b88e6374',
  'db/migrations/0001-first/orders.ts':
    '1cd56bbee54e2600bfce560bf70be4cfa2151de5ca8791aac96c22fbf6c0d6f5',
  'db/migrations/0001-first/payments.ts':
    '288de9a0755114ea2c6176bd089f09ca3b58f5f6bfa217a4169209cebb9a764c',
  'db/migrations/0001-first/platform.ts':
    'd8d40ed94313628f241f057a7c3cad8d5cd48a8cbd619532535ea0b6e6fd8494',
  'db/migrations/columns.ts': '3973a825f649ad0e9fb9906a8c94869d5c72780255d289f4c5f02fc0fccee378',
};

test('a released migration is unchanged', () => {
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
    /^api\/(main|dev|config|modules\/site\/(publish-command-line|compile-site|make-release|run-publish-command)|razorpay-sandbox\/main)\.ts$|^src\/lib\/catalog\.ts$|^db\/backup/;
  expect(linesWith(/process\.env\b/, ['{api,src,db}/**/*.{ts,tsx,astro}'], readers)).toEqual([]);
});

test('no source file has more than 250 lines', () => {
  const lines = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length;
  const files = globSync('{api,src}/**/*.{ts,tsx}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => lines(file) > 251)).toEqual([]);
});

test('date-fns is imported function by function', () => {
  // Its index loads three hundred files: half a second of every start and of every publish.
  expect(linesWith(/from 'date-fns'/, ['{api,db,src}/**/*.{ts,tsx,astro}'])).toEqual([]);
});
