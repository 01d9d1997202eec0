import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Every text in what a module exports, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  // The suffix of a counter may be empty.
  return Object.entries(value).flatMap(([key, each]) => (key === 'suffix' ? [] : textsIn(each)));
}

test('no text of the seller is empty, and every link is https or mailto', async () => {
  const files = globSync('src/content/*.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const module = (await import(`${ROOT}${file}`)) as Record<string, unknown>;
    const texts = textsIn(Object.values(module));
    expect(texts.length, file).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text.trim(), `${file} has an empty text`).not.toBe('');
      if (/^[a-z]+:/i.test(text) && !/\s/.test(text)) {
        expect(text, file).toMatch(/^(https:\/\/|mailto:)/);
      }
    }
  }
});
