import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import {
  CITATION,
  type PrivateWord,
  readSource,
  readSources,
  type Source,
  splitName,
  usesOf,
  WORDS,
} from './words.ts';

let sources: Source[];
beforeAll(() => {
  sources = readSources();
}, 180_000);

/** Null while the word has no more uses than allowed; otherwise the standard term and the places of use. */
function tooMany(each: PrivateWord, uses: string[]): string | null {
  if (uses.length <= each.allowed) return null;
  return (
    `/${each.word.source}/ is a private word: write ${each.instead}. ` +
    `${uses.length} uses, ${each.allowed} allowed:\n${uses.join('\n')}`
  );
}

test('the number of private words in names, comments, test titles and documents does not rise', () => {
  expect(sources.length).toBeGreaterThan(400);
  const found = WORDS.map((each) => tooMany(each, usesOf(each, sources)));
  expect(found.filter(Boolean).join('\n\n')).toBe('');
});

test('no new comment cites a page outside the repository', () => {
  expect(tooMany(CITATION, usesOf(CITATION, sources)) ?? '').toBe('');
});

/** The entries of the catalogue in tests/README.md: `F55` is number 55 in section F. */
function catalogue(): Set<string> {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const sections = text.split(/^### (?=[A-N]\. )/m).slice(1);
  return new Set(
    sections.flatMap((section) =>
      [...section.matchAll(/^- (\d+[a-z]?): /gm)].map(([, number]) => section.charAt(0) + number),
    ),
  );
}

test('a test that names entries of the catalogue begins with them, as `F55: …` or `A5, A6: …`', () => {
  const known = catalogue();
  expect(known.size).toBeGreaterThan(70);
  const titles = sources.flatMap((source) => source.titles);
  expect(titles.length).toBeGreaterThan(1000);
  const wrong = titles.filter(({ text }) => {
    const numbers = /^((?:[A-N]?\d+[a-z]?(?:, )?)+)(?::|$)/.exec(text)?.[1]?.split(', ') ?? [];
    const isUnmarked = /^[A-N]\d+[a-z]? /.test(text);
    return isUnmarked || numbers.some((number) => !known.has(number));
  });
  expect(wrong.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});

const SHOP: PrivateWord = { word: /\bshops?\b/g, instead: 'app', allowed: 1 };

test('a use above the ceiling is reported with the standard term and its place', () => {
  const source = readSource('api/open.ts', '// The shop.\nconst openShop = "the shop";\n');
  expect(tooMany(SHOP, usesOf(SHOP, [source]))).toBe(
    '/\\bshops?\\b/ is a private word: write app. 2 uses, 1 allowed:\napi/open.ts:2\napi/open.ts:1',
  );
  expect(tooMany(SHOP, usesOf({ ...SHOP, namesOnly: true }, [source]))).toBeNull();
});

test('names, comments and titles of tests are read; other strings are not', () => {
  const astro = `---
// a shop
const shops = 'shop';
---
<!-- shop --><p>shop {/* shop */}</p>
<script>
  shopOpens(); // shop
</script>`;
  expect(usesOf(SHOP, [readSource('src/components/Card.astro', astro)]).sort()).toEqual(
    [2, 3, 5, 5, 7, 7].map((line) => `src/components/Card.astro:${line}`),
  );
  expect(usesOf(SHOP, [readSource('api/shop-hours.ts', 'f(() => { /* shop */ });')])).toEqual([
    'api/shop-hours.ts:0',
    'api/shop-hours.ts:1',
  ]);
  expect(usesOf(SHOP, [readSource('src/pages/shop.ts', '')])).toEqual([]);
  const titles = "test('a shop', f);\ntest.each(rows)('%s: a shop', f);\nshow('a shop');\n";
  expect(usesOf(SHOP, [readSource('tests/api/open.test.ts', titles)])).toEqual(
    [1, 2].map((line) => `tests/api/open.test.ts:${line}`),
  );
  expect(['shopOpen', 'SHOP_OPEN', 'URLShop', '$shop'].map(splitName)).toEqual([
    'shop open',
    'shop open',
    'url shop',
    'shop',
  ]);
});

test('sentences of documents are read; their code and addresses are not', () => {
  const text = 'A shop\n```sh\nshop\n```\n`shop` [shop](shop.md)\n';
  const source = readSource('api/README.md', text);
  expect(usesOf(SHOP, [source])).toEqual(['api/README.md:1', 'api/README.md:5']);
  expect(usesOf({ ...SHOP, codeOnly: true }, [source])).toEqual([]);
});
