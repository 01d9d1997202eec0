import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (pattern: string): [file: string, text: string][] =>
  globSync(pattern, { cwd: ROOT }).map((file) => [file, readFileSync(`${ROOT}${file}`, 'utf8')]);

/** Set by a library, or put together from parts. */
const NOT_IN_MARKUP = /^(lucide(-.+)?|button--danger)$/;

test('every class of a stylesheet is used: one that was renamed in the markup only styles nothing', () => {
  const markup = read('src/**/*.{ts,tsx,astro}')
    .map(([, text]) => text)
    .join('\n');
  const words = new Set(markup.match(/[\w-]+/g));
  const unused = read('src/**/*.css').flatMap(([file, text]) => {
    const selectors = text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, '');
    const names = selectors.matchAll(/\.([a-z][\w-]*)/gi);
    return [...new Set([...names].map(([, name = '']) => name))]
      .filter((name) => !words.has(name) && !NOT_IN_MARKUP.test(name))
      .map((name) => `${file}: .${name}`);
  });
  expect(unused).toEqual([]);
});

/** A component owns its style and a screen restyles nothing: what is needed is there, or replaces what was. */
const MAX_SHEETS = 55;
const MAX_RULES = 964;

test(`at most ${MAX_SHEETS} sheets hold at most ${MAX_RULES} rules`, () => {
  const sheets = read('src/**/*.css');
  const lines = sheets.flatMap(([, text]) => text.split('\n'));
  expect(sheets.length).toBeLessThanOrEqual(MAX_SHEETS);
  expect(lines.filter((line) => line.includes('{')).length).toBeLessThanOrEqual(MAX_RULES);
});
