// `npm test`: installs, finds a browser, runs checks and tests, and counts them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureInstalled, NODE, ROOT } from '../api/install.mjs';
import { CHECK_COUNT, runChecks } from './check.mjs';

ensureInstalled();
ensureBrowser();
const failedChecks = await runChecks();
const { passed, failed } = runTests();

const allPassed = passed + CHECK_COUNT - failedChecks;
const allFailed = failed + failedChecks;
console.log(`\n${allPassed} passed, ${allFailed} failed`);
process.exit(allFailed === 0 && passed > 0 ? 0 : 1);

/** Playwright's own Chromium, or Debian's where that cannot be downloaded: best without a window. */
function ensureBrowser() {
  const { chromium } = createRequire(import.meta.url)('playwright');
  const has = (...paths) => paths.some((path) => existsSync(path));
  const isBest = () => has(chromium.executablePath(), '/usr/bin/chromium-headless-shell');
  const isThere = () => isBest() || has('/usr/bin/chromium');
  if (isBest()) return;
  console.log('Installing a browser …');
  const playwright = join(ROOT, 'node_modules', 'playwright', 'cli.js');
  if (!isThere()) quietly(NODE, [playwright, 'install', 'chromium']);
  if (isBest()) return;
  quietly('apt-get', ['update']);
  const install = ['install', '-y', '--no-install-recommends', 'fonts-liberation'];
  quietly('apt-get', [...install, 'chromium-headless-shell']);
  if (!isThere()) quietly('apt-get', [...install, 'chromium']);
  if (!isThere()) {
    console.error(
      'No Chromium: install one (Debian: apt-get install chromium) and run npm test again.',
    );
    process.exit(1);
  }
}

function quietly(command, args) {
  spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 });
}

function runTests() {
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
  spawnSync(NODE, [vitest, ...args, `--outputFile.json=${report}`], {
    cwd: ROOT,
    // Each file has a process of its own: what Node prepared for one serves the next.
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'), ...process.env },
    stdio: 'inherit',
  });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests || (success ? 0 : 1) };
}
