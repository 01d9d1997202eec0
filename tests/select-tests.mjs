// Which tests a change can break, for `npm test -- --changed`. tests/README.md says how they are chosen.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../api/install.mjs';

/** Read the sources alone and take seconds: part of every run. */
const ALWAYS = ['words', 'files', 'imports', 'documents', 'styles', 'content'].map(
  (name) => `tests/architecture/${name}.test.ts`,
);

/** What everything stands on: no list of names can tell what a change of it breaks. */
const FOUNDATION =
  /^(package(-lock)?\.json|astro\.config\.mjs|\.nvmrc|tsconfig\.json|db\/(?!seed\/)|api\/platform\/|api\/[^/]+\.(ts|mjs)$|tests\/vitest\.config\.ts)/;

/** The rest of a run for the foundation: every call and every store, and one purchase in a browser. */
const BROAD = /^tests\/(api|web|architecture)\/|^tests\/e2e\/purchase\.test\.ts$/;

/** These files import all modules, so that what is imported through them says nothing. */
const JOINS_ALL_MODULES = /^api\/[^/]+\.ts$/;

/** How long the chosen tests may take together; three run at a time on two processors. */
const BUDGET_MS = 90_000;

/** Until a file has run once on this machine. */
const EXPECTED_MS = { web: 500, api: 4_000, e2e: 12_000, faults: 15_000, simulation: 20_000 };

/**
 * The tests of a change and a sentence about it. `ref` is what to compare with; else where the branch left main.
 * @param {string} [ref]
 * @returns {{ files: string[], because: string }}
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
  if (all.length === 0) return { files: [], because: `Nothing changed since ${base}` };
  const files = lines(git('ls-files', '--cached', '--others', '--exclude-standard')).filter(
    (file) => existsSync(join(root, file)),
  );
  const tests = files.filter((file) =>
    /^tests\/.*(?<!\.postgres|power-cuts)\.test\.ts$/.test(file),
  );
  const foundation = all.find((file) => FOUNDATION.test(file));
  if (foundation) {
    return {
      files: tests.filter((file) => BROAD.test(file) || all.includes(file)),
      because: `${foundation} can break anything: everything of api, web and architecture, and a purchase`,
    };
  }
  const text =
    git('diff', '--unified=12', base) + added.map((file) => `${file}\n${read(file)}`).join('\n');
  const onlyDocuments = all.every((file) => file.endsWith('.md'));
  const ranked = onlyDocuments
    ? []
    : [...importersOf(all, files, read), ...bySharedWords(text, tests, read)];
  const chosen = new Set([...ALWAYS, ...all].filter((file) => tests.includes(file)));
  const durations = knownDurations();
  let left = BUDGET_MS;
  for (const file of ranked) {
    if (!tests.includes(file) || chosen.has(file)) continue;
    left -= durations[file] ?? EXPECTED_MS[file.split('/')[1]] ?? 2_000;
    if (left < 0) break;
    chosen.add(file);
  }
  const what = all.length === 1 ? all[0] : `${all.length} files`;
  return {
    files: [...chosen],
    because:
      `${what} changed since ${base}: ${chosen.size} of ${tests.length} ` +
      'test files, on SQLite; CI runs all',
  };
}

function lines(text) {
  return text.split('\n').filter(Boolean);
}

const IMPORT = /(?:from|import|import\()\s*['"](\.[^'"?]+)/g;

/** The tests that import one of the files, directly or through at most one other file; the nearest first. */
function importersOf(changed, files, read) {
  const importers = new Map();
  for (const from of files.filter((file) =>
    /^(api|db|src|tests)\/.*\.(tsx?|mjs|astro)$/.test(file),
  )) {
    for (const [, to] of read(from).matchAll(IMPORT)) {
      const file = posix.join(posix.dirname(from), to);
      importers.set(file, [...(importers.get(file) ?? []), from]);
    }
  }
  const next = (files) =>
    files
      .filter((file) => !JOINS_ALL_MODULES.test(file))
      .flatMap((file) => importers.get(file) ?? []);
  const direct = next(changed);
  return [...direct, ...next(direct)];
}

/** Tests by how much rare vocabulary they share with the change (BM25), as a search engine ranks pages. */
function bySharedWords(text, tests, read) {
  const bags = tests.map((file) => countWords(`${read(file)} ${`${file} `.repeat(5)}`));
  const found = new Map();
  for (const bag of bags)
    for (const word of bag.keys()) found.set(word, (found.get(word) ?? 0) + 1);
  const mean = bags.reduce((sum, bag) => sum + bag.size, 0) / bags.length;
  const query = countWords(text);
  const scoreOf = (bag) => {
    let score = 0;
    for (const [word, times] of query) {
      const count = bag.get(word) ?? 0;
      const rarity = Math.log(1 + (tests.length + 0.5) / ((found.get(word) ?? 0) + 0.5));
      score += (Math.log(1 + times) * rarity * count) / (count + 0.3 + 0.9 * (bag.size / mean));
    }
    return score;
  };
  const scores = new Map(tests.map((file, at) => [file, scoreOf(bags[at])]));
  return [...tests].sort((one, other) => scores.get(other) - scores.get(one));
}

/** Words of names and sentences: `payInstalment` has two. */
function countWords(text) {
  const counts = new Map();
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  for (const [word] of words.matchAll(/[a-z]{3,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What Vitest measured when the files last ran here. */
function knownDurations() {
  const durations = {};
  const cache = join(ROOT, 'node_modules', '.vite', 'vitest');
  for (const folder of existsSync(cache) ? readdirSync(cache) : []) {
    const file = join(cache, folder, 'results.json');
    if (!existsSync(file)) continue;
    for (const { files } of Object.values(JSON.parse(readFileSync(file, 'utf8')).projects ?? {})) {
      for (const [name, { duration }] of Object.entries(files)) durations[name] = duration;
    }
  }
  return durations;
}
