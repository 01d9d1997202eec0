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
    '32a73e0e5d3cd3f1540527a19abfe7e0ae005e6c13f142ff3df7e428d3675873',
  'db/migrations/0001-first/catalog.ts':
    'a06b07b2cc0ae6d22c143e70b5adcc84dfbf0bb8322e193b44504e6f7edba7c3',
  'db/migrations/0001-first/conversations.ts':
    'd6f83fe6c2d2d888ab9ad4908ef0207bcdc9abe53b1099982f69e1b90f7f2d20',
  'db/migrations/0001-first/orders.ts':
    '082611cc0d130bcca79325fac667703a1938dfbd8498dba34af5075a52295487',
  'db/migrations/0001-first/payments.ts':
    '341ead40513acda688f7a80a2cf94f7ba904cf556539a236460600c107e82ee1',
  'db/migrations/0001-first/platform.ts':
    'b1db9621cbd02fd131d5b23acfda5c8242285e05abde1e51bceb04da01f66c10',
  'db/migrations/0002-ledger.ts':
    'a51e1a37b59cc09ca264c30b78ac53c0cd7eb3cfce539c15b37a2c365a5ac391',
  'db/migrations/0003-socket-attachments.ts':
    'c321ba03e8532b80a92df173146b31e82861394e914f05935dcffd74df7b6707',
  'db/migrations/columns.ts': 'f72dc15c8510dbe5b571489abb232ab91e1d1c8d924708fb3d343923b906a65a',
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
    /^api\/(main|dev|config|modules\/site\/(publish-command-line|compile-site|make-release|run-publish-command|worker-jobs)|razorpay-sandbox\/main)\.ts$|^src\/lib\/catalog\.ts$|^db\/backup/;
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
