import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { postgresTests } from './support/postgres-tests.ts';
import { ON_POSTGRES_ONCE, REPEATED } from './support/repeated-tests.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

createTemporaryFolder();

/** The engines that this run tests: `sqlite`, `postgres` or both; then the second runs a share of the tests. */
const engines = (process.env['TEST_ENGINES'] ?? 'sqlite').split(',');

// Node runs the server's TypeScript itself and caches what it compiled; nothing is left for Vite to do. The
// files of a process share its modules, so that each is loaded and optimized once.
const byNode = { isolate: false, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** `npm test` without `--all`: each capability once. */
const isOnce = Boolean(process.env['TEST_ONCE']);

/** Takes minutes and needs strace; `npm run simulate -- --power-cuts 500`. */
const POWER_CUTS = '**/power-cuts.test.ts';

const projects = [
  {
    name: 'sqlite',
    include: ['tests/{api,conformance,e2e,simulation}/**/*.test.ts'],
    exclude: [
      '**/*.postgres.test.ts',
      ...(process.env['POWER_CUTS'] ? [] : [POWER_CUTS]),
      ...(isOnce ? REPEATED : []),
    ],
    ...byNode,
  },
  {
    name: 'source',
    include: ['tests/{web,architecture,faults}/**/*.test.ts'],
    exclude: ['**/*.postgres.test.ts', ...(isOnce ? REPEATED : [])],
    // So that `vi.resetModules` resets the stores and where they are stored, as opening a page does.
    server: { deps: { inline: [/nanostores/] } },
    // Share pictures take their colours from this file; other styles are not read.
    css: { include: /tokens\.css/ },
  },
  {
    name: 'postgres',
    ...(isOnce
      ? { include: ON_POSTGRES_ONCE }
      : postgresTests({ all: !engines.includes('sqlite') })),
    globalSetup: ['tests/support/prepare-postgres.ts'],
    env: { TEST_ENGINE: 'postgres' },
    ...byNode,
  },
];

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['tests/support/prepare-template.ts'],
    setupFiles: [
      'tests/support/fail-on-console-error.ts',
      'tests/support/compare-regular-expressions.ts',
    ],
    // Far above the needs of a busy machine: only a hanging test reaches it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // On a busy machine an expected result may take longer than one second, which is not a requirement.
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // Young objects of a test die soon: with more room for them, the collector takes a sixth less processor time.
    execArgv: ['--max-semi-space-size=32'],
    // On two processors four files at a time take as long, and more processor time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Tests are retried in CI only; the reporter lists a retried test, which is a bug to fix.
    retry: process.env['CI'] ? 1 : 0,
    projects: projects
      .filter(({ name }) => engines.includes(name === 'source' ? 'sqlite' : name))
      .map((test) => ({ extends: true, test })),
  },
});
