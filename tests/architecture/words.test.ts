import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Words that say nothing as a name, and the standard term. Matched against names split into lower-case words. */
const RULES: { word: RegExp; instead: string }[] = [
  { word: /\bdesks\b|\bdesk (?!auth)\w+/, instead: 'admin or dashboard' },
  { word: /\b(doors?|shelf|shelves)\b/, instead: 'entry point, cache' },
  { word: /\b(un)?seal(s|ed|er|ing)?\b/, instead: 'encrypt, decrypt' },
  { word: /\btid(y|ies|ied|ying)\b/, instead: 'clean up' },
  { word: /\b(couriers?|mailm[ae]n)\b/, instead: 'sender, mail job' },
  { word: /\bboss(es)?\b/, instead: 'owner' },
  { word: /\b(diary|diaries)\b/, instead: 'progress or timeline' },
  { word: /\bwhispers?\b/, instead: 'emit, notify or report' },
  { word: /\bbelongings?\b/, instead: 'personal data' },
  { word: /\btills?\b/, instead: 'checkout or fixture' },
];

/** Pages that are not in the repository: a comment says the reason itself. */
const CITATION =
  /\battacks? \d+|\battacks\.md|\bdecisions §|\bspec(ification)? §|\b(speed|look|house)\.md/i;

/** `shopIsOpen` and `SHOP_IS_OPEN` as "shop is open". */
const splitName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_$.-]+/g, ' ')
    .toLowerCase();

/** The file's name and what its code declares. */
const namesIn = (file: string, code: string): string[] => [
  basename(file).replace(/(\.test)?\.\w+$/, ''),
  ...[
    ...code.matchAll(/\b(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g),
  ].map(([, name = '']) => name),
];

const FILES = globSync('{api,db,src,tests}/**/*.{ts,tsx,mjs,astro}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'tests/architecture/words.test.ts')
  .map((file) => ({ file, code: readFileSync(join(ROOT, file), 'utf8') }));

const forbiddenIn = (file: string, code: string): string[] =>
  namesIn(file, code).flatMap((name) =>
    RULES.filter(({ word }) => word.test(splitName(name))).map(
      ({ instead }) => `${file}: ${name}, write ${instead}`,
    ),
  );

test('names are the standard terms of the field', () => {
  expect(RULES.length).toBeLessThanOrEqual(10);
  expect(FILES.length).toBeGreaterThan(400);
  expect(FILES.flatMap(({ file, code }) => forbiddenIn(file, code))).toEqual([]);
});

test('a private word in a name is found, one in a comment or a text is not', () => {
  expect(forbiddenIn('api/open-doors.ts', 'const SEALED_KEY = "a diary"; // the boss')).toEqual([
    'api/open-doors.ts: open-doors, write entry point, cache',
    'api/open-doors.ts: SEALED_KEY, write encrypt, decrypt',
  ]);
});

test('no comment and no document cites a page outside the repository', () => {
  const documents = globSync(['*.md', '{api,db,src,tests}/**/*.md'], { cwd: ROOT }).map((file) => ({
    file,
    code: readFileSync(join(ROOT, file), 'utf8'),
  }));
  const cited = [...FILES, ...documents].flatMap(({ file, code }) =>
    code
      .split('\n')
      .flatMap((line, at) => (CITATION.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(cited).toEqual([]);
});

/** Sentences that people have read, about how something is made or in the words of another language. */
const UNCLEAR = [
  ...['Sign out what you do not know', 'Kept in this browser as you type', 'stands on them'],
  ...['no result of this payment', 'Made by computer', 'Argon2', 'HttpOnly', 'salt of its own'],
  ...['Of it tax', 'not answer just now. We ask', 'is asked for', 'took your data along'],
  ...[
    'Waits for you',
    'Somebody who has left',
    'says that it is sent',
    'One a line',
    'is given back',
  ],
];

test('what people read is plain: no sentence about how it is built, none that was taken back', () => {
  const read = FILES.filter(({ file }) => /^(src|api\/(modules|platform))\//.test(file)).map(
    ({ file, code }) => ({ file, code: code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') }),
  );
  const found = read.flatMap(({ file, code }) =>
    UNCLEAR.filter((words) => code.includes(words)).map((words) => `${file}: ${words}`),
  );
  expect(found).toEqual([]);
});
