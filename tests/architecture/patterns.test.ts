import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Read the project's own source files only, never anything that a person sent. */
const OWN_SOURCE = /^api\/razorpay-sandbox\/bundle-checkout\.ts/;

/** The scripts of an Astro component: what stands between its fences and in its script tags. */
function scriptsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (!file.endsWith('.astro')) return [text];
  const tags = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  return [
    text.startsWith('---') ? (text.split('\n---')[0] ?? '') : '',
    ...tags.map(([, code = '']) => code),
  ];
}

/** Every regular expression of the product with the files that hold it. */
function patternsOf(files: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files) {
    const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const walk = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        found.set(node.text, [...(found.get(node.text) ?? []), file]);
      }
      ts.forEachChild(node, walk);
    };
    for (const code of scriptsOf(file)) {
      walk(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, kind));
    }
  }
  return found;
}

/** Without time limits the result is the same on a busy machine. */
const SETTINGS = {
  ...{ randomSeed: 1, timeout: null, seedingTimeout: null },
  ...{ incubationTimeout: null, attackTimeout: null },
};

/** Null when the time of the pattern grows at most linearly with the length of the input. */
function costOf(literal: string): string | null {
  const end = literal.lastIndexOf('/');
  const result = checkSync(literal.slice(1, end), literal.slice(end + 1), SETTINGS);
  if (result.status === 'safe') return null;
  return result.status === 'vulnerable' ? result.complexity.summary : result.error.kind;
}

test('no pattern takes more than linear time', () => {
  const files = globSync('{api,src,db}/**/*.{ts,tsx,astro}', { cwd: ROOT });
  const patterns = patternsOf(files.filter((file) => !OWN_SOURCE.test(file)));
  expect(patterns.size).toBeGreaterThan(100);
  const slow = [...patterns].flatMap(([pattern, where]) => {
    const cost = costOf(pattern);
    return cost ? [`${where.join(', ')}: ${pattern} is ${cost}`] : [];
  });
  expect(slow).toEqual([]);
});

test('a pattern with quadratic cost is found', () => {
  expect(costOf('/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/')).toContain('2nd degree');
  expect(costOf('/^[a-z]+$/')).toBeNull();
});

test('patterns are literals, so that all of them are checked', () => {
  const made = globSync('{api,src}/**/*.{ts,tsx,astro}', { cwd: ROOT }).filter((file) =>
    /new RegExp\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  // Reads the project's own tokens.css while the site is built.
  expect(made).toEqual(['src/styles/colours.ts']);
});

/** The strings of a schema whose length is checked but does not keep the later checks from running. */
function lateLimits(schema: z.core.$ZodType, path: string): string[] {
  if (schema instanceof z.core.$ZodString) {
    const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def);
    const limit = checks.findIndex(({ check }) => check === 'max_length');
    const costly = checks.findIndex(({ check }) => /^(string_format|custom)$/.test(check));
    if (costly < 0) return [];
    const aborts = limit >= 0 && limit < costly && checks[limit]?.abort === true;
    return aborts ? [] : [path];
  }
  if (schema instanceof z.core.$ZodObject) {
    const { shape } = schema._zod.def;
    return Object.entries(shape).flatMap(([key, each]) => lateLimits(each, `${path}.${key}`));
  }
  if (schema instanceof z.core.$ZodArray) return lateLimits(schema._zod.def.element, `${path}[]`);
  if (schema instanceof z.core.$ZodPipe) return lateLimits(schema._zod.def.in, path);
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType;
  return inner ? lateLimits(inner, path) : [];
}

test('a text that is too long is refused before any other check reads it', async () => {
  const files = globSync('api/**/{,desk-}schema.ts', { cwd: ROOT });
  const late: string[] = [];
  for (const file of files) {
    const schemas = (await import(join(ROOT, file))) as Record<string, unknown>;
    for (const [name, each] of Object.entries(schemas)) {
      if (each instanceof z.core.$ZodType) late.push(...lateLimits(each, `${file} ${name}`));
    }
  }
  expect(files.length).toBeGreaterThan(6);
  expect(late).toEqual([]);
});
