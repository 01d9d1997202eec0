// `npm test`: finds a browser, runs checks and tests, and counts them. With `-- --all` it
// also runs what repeats (support/repeated-tests.ts), with `-- --engine postgres`
// it runs everything that goes through a database on PostgreSQL instead, and with `-- --changed`
// what a change can break; `-- --changed --why` only says what that is.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { NODE, ROOT } from '../api/install.mjs';
import { runChecks } from './check.mjs';
import { selectTests } from './select-tests.mjs';

/** Debian's packages of the programs that checks run; without its program a check fails. */
const PROGRAMS = {
  chromium: 'chromium',
  'firefox-esr': 'firefox-esr',
  pdftotext: 'poppler-utils',
  'systemd-analyze': 'systemd',
};

const { values } = parseArgs({
  // `--changed` and `--changed=<ref>`
  args: process.argv.slice(2).map((each) => (each === '--changed' ? '--changed=' : each)),
  options: {
    all: { type: 'boolean' },
    engine: { type: 'string' },
    changed: { type: 'string' },
    why: { type: 'boolean' },
  },
});
const selected = values.changed === undefined ? null : selectTests(values.changed);
if (selected) console.log(`${selected.because}.`);
if (selected && values.why)
  for (const [file, reason] of Object.entries(selected.why)) console.log(`${file}: ${reason}`);
if (selected?.files.length === 0 || values.why) process.exit(0);
ensurePrograms();
// Beside each other: while the site is built for the tests, one processor is free.
const checks = values.engine ? { failed: 0, count: 0 } : runChecks();
const { passed, failed } = await runTests(
  values.engine ?? (selected ? 'sqlite' : 'sqlite,postgres'),
  selected?.files ?? [],
);
const { failed: failedChecks, count } = await checks;

const allPassed = passed + count - failedChecks;
const allFailed = failed + failedChecks;
if (process.getuid?.() !== 0)
  console.log(
    'Not root: tests with files of other users, with Dovecot and of the hosting guide were skipped.',
  );
console.log(`\n${allPassed} passed, ${allFailed} failed`);
process.exit(allFailed === 0 && passed > 0 ? 0 : 1);

/** Installs programs that are not there, and Playwright's own Chromium where Debian has none. */
function ensurePrograms() {
  const folders = process.env.PATH.split(delimiter);
  const missing = () =>
    Object.keys(PROGRAMS).filter(
      (name) => !folders.some((folder) => existsSync(join(folder, name))),
    );
  if (missing().length === 0) return;
  const packages = missing().map((name) => PROGRAMS[name]);
  console.log(`Installing ${packages.join(', ')} …`);
  quietly('apt-get', ['update']);
  quietly('apt-get', ['install', '-y', '--no-install-recommends', 'fonts-liberation', ...packages]);
  if (missing().includes('chromium'))
    quietly(NODE, [
      join(ROOT, 'node_modules/playwright/cli.js'),
      'install',
      'chromium',
      '--no-shell',
    ]);
  for (const name of missing()) console.log(`${name} is missing: what needs it fails.`);
}

function quietly(command, args) {
  spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 });
}

async function runTests(engines, files) {
  const report = join(ROOT, 'var', 'test', 'report.json');
  mkdirSync(join(ROOT, 'var', 'test'), { recursive: true });
  rmSync(report, { force: true });
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
  ];
  const run = spawn(NODE, [vitest, ...args, `--outputFile.json=${report}`, ...files], {
    cwd: ROOT,
    env: {
      // What Node compiled for one process serves the next.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'),
      TEST_ENGINES: engines,
      TEST_ONCE: values.all || values.engine || files.length > 0 ? '' : 'yes',
      ...process.env,
    },
    stdio: 'inherit',
  });
  await once(run, 'exit');
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests || (success ? 0 : 1) };
}
