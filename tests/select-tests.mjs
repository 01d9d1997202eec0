// Which tests a change can break, for `npm test -- --changed`. tests/README.md says how they are chosen.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../api/install.mjs';
import { secondsOf } from './support/seconds-of-tests.mjs';

/** Read the sources alone and take seconds: part of every run. */
const ALWAYS = ['words', 'files', 'imports', 'documents', 'styles', 'content'].map(
  (name) => `tests/architecture/${name}.test.ts`,
);

/** No list of names can tell what a change of these breaks. */
const FOUNDATION =
  /^(package(-lock)?\.json|astro\.config\.mjs|\.nvmrc|tsconfig\.json|tests\/vitest\.config\.ts)$/;

/** What so many files import says nothing about who imports it. */
const MANY_IMPORTERS = 40;

/** How long the chosen tests may take together: three run at a time on two processors, beside the checks. */
const BUDGET_SECONDS = 90;

/**
 * The tests of a change, why each was chosen, and a sentence about them. `ref` is what to compare with; else where the
 * branch left main.
 * @param {string} [ref]
 * @returns {{ files: string[], why: Record<string, string>, because: string }}
 */
export function selectTests(ref, root = ROOT) {
  const git = (...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).stdout;
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const from = ref || git('merge-base', 'HEAD', 'main').trim() || 'HEAD';
  const base = git('rev-parse', '--verify', '--quiet', '--short', from).trim();
  if (!base) throw new Error(`There is no commit ${from} to compare with.`);
  const changed = lines(git('diff', '--name-only', base));
  const added = lines(git('ls-files', '--others', '--exclude-standard'));
  const all = [...changed, ...added];
  if (all.length === 0) return { files: [], why: {}, because: `Nothing changed since ${base}` };
  const files = lines(git('ls-files', '--cached', '--others', '--exclude-standard')).filter(
    (file) => existsSync(join(root, file)),
  );
  const tests = files.filter((file) =>
    /^tests\/.*(?<!\.postgres|power-cuts)\.test\.ts$/.test(file),
  );
  const why = {};
  for (const file of tests.filter((each) => all.includes(each))) why[file] = 'it changed';
  for (const file of ALWAYS.filter((each) => tests.includes(each)))
    why[file] ??= 'it reads all sources';
  let left = BUDGET_SECONDS;
  const text =
    git('diff', '--unified=12', base) + added.map((file) => `${file}\n${read(file)}`).join('\n');
  for (const [file, reason] of ranked({ all, text, files, tests, read })) {
    if (file in why) continue;
    left -= secondsOf(file);
    if (left < 0) break;
    why[file] = reason;
  }
  const what = all.length === 1 ? all[0] : `${all.length} files`;
  const foundation = all.find((file) => FOUNDATION.test(file));
  return {
    files: Object.keys(why),
    why,
    because: [
      `${what} changed since ${base}: ${Object.keys(why).length} of ${tests.length} test files, on SQLite`,
      foundation ? `${foundation} can break anything: npm test -- --all runs all` : 'CI runs all',
    ].join('; '),
  };
}

function lines(text) {
  return text.split('\n').filter(Boolean);
}

/** The tests from the likeliest to break on, each with the reason. Documents break none. */
function ranked({ all, text, files, tests, read }) {
  if (all.every((file) => file.endsWith('.md'))) return [];
  const byWords = bySharedWords(text, tests, read);
  const place = new Map(byWords.map(([file], at) => [file, at]));
  const near = [...importersOf(all, files, read)]
    .filter(([file]) => place.has(file))
    .sort(
      ([one, first], [other, second]) =>
        first.length - second.length || place.get(one) - place.get(other),
    )
    .map(([file, path]) => [file, `it imports ${path.join(', which imports ')}`]);
  return [...near, ...byWords.map(([file, words]) => [file, `both speak of ${words}`])];
}

const IMPORT = /(?:from|import|import\()\s*['"](\.[^'"?]+)/g;

/** The files that import one of these, directly or through one other file, with the way to it. */
function importersOf(changed, files, read) {
  const importers = new Map();
  for (const from of files.filter((file) => /\.(tsx?|mjs|astro)$/.test(file))) {
    for (const [, to] of read(from).matchAll(IMPORT)) {
      const file = posix.join(posix.dirname(from), to);
      importers.set(file, [...(importers.get(file) ?? []), from]);
    }
  }
  const found = new Map();
  const visit = (file, path) => {
    const next = importers.get(file) ?? [];
    if (path.length > 1 && next.length > MANY_IMPORTERS) return;
    for (const importer of next) {
      if ((found.get(importer)?.length ?? 9) > path.length) found.set(importer, path);
      if (path.length === 1) visit(importer, [importer, ...path]);
    }
  };
  for (const file of changed) visit(file, [file]);
  return found;
}

/** Tests by how much rare vocabulary they share with the change (BM25), with the three rarest words of it. */
function bySharedWords(text, tests, read) {
  const bags = tests.map((file) => countWords(`${read(file)} ${`${file} `.repeat(5)}`));
  const found = new Map();
  for (const bag of bags)
    for (const word of bag.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  const mean = bags.reduce((sum, bag) => sum + bag.size, 0) / bags.length;
  const query = countWords(text);
  const scored = tests.map((file, at) => {
    const bag = bags[at];
    const shares = [...query]
      .filter(([word]) => bag.has(word))
      .map(([word, times]) => {
        const rarity = Math.log(1 + (tests.length + 0.5) / (found.get(word) + 0.5));
        const count = bag.get(word);
        const share =
          (Math.log(1 + times) * rarity * count) / (count + 0.3 + 0.9 * (bag.size / mean));
        return [word, share];
      })
      .sort(([, one], [, other]) => other - one);
    const words = shares.slice(0, 3).map(([word]) => word);
    return [file, words.join(', '), shares.reduce((sum, [, share]) => sum + share, 0)];
  });
  return scored.sort((one, other) => other[2] - one[2]);
}

/** Words of names and sentences: `payInstalment` has two. */
function countWords(text) {
  const counts = new Map();
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  for (const [word] of words.matchAll(/[a-z]{3,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
