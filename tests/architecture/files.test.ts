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
  'db/migrations/001-shop.ts': '21fa158fc85b0b29a1730bab3a78a27b1b7734ea41288a220fd1655e63e7f448',
  'db/migrations/002-accounts.ts':
    'd225113de2041490224b59de440461f9b5f9ec0e82ea48111f605f5bfe2745f5',
  'db/migrations/004-live.ts': 'b79b798c0b577791bbce4f52ba05a7d7d5f73c491c9119892fe6dcd8ea1a2397',
  'db/migrations/005-desk.ts': '005d2aa330d3cffb8cd1a69e0aa42769e8132d9c4af29c5891c89aea134af164',
  'db/migrations/003-money.ts': '468f208efa1b3512a8181cb64e6b7dc091869830d54450fb6fe8f1764e0755dd',
  'db/migrations/007-password-links.ts':
    '0632481275e3ce718c34e783267c406f3748b207ce5070994eb7d24d90b3dc65',
  'db/migrations/006-owner.ts': '19114d2443aab58c58ac454933eb50d19af9f89af677f1777db989c232f041b4',
  'db/migrations/010-sequences.ts':
    '592e724dd13465ed3d42f7b8e869cdc1d83f8dc255a1ba11108044ddc637138e',
  'db/migrations/008-quotas-and-erasure.ts':
    '846fdb01839377eaf3a2b6f7d4b6b22122d0959af42ef0fedf2945ad35143252',
  'db/migrations/009-attachment-order.ts':
    '1ab33535172372cc049c2753ba9178f0bac5692b75e127ac5b8d048fc1201fe1',
  'db/migrations/011-leases.ts': 'e8ae4dbe8f59e22302192a7e321e118eb83322ef0f89c0411bba8d275c046029',
};

test('a released migration is unchanged', () => {
  const found = globSync('db/migrations/*.ts', { cwd: ROOT }).sort();
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
    /^api\/(main|dev|config|modules\/site\/(publish-command-line|run-astro)|razorpay-sandbox\/main)\.ts$|^src\/lib\/catalog\.ts$|^db\/backup/;
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
