import { spawn } from 'node:child_process';
import { readConfig } from './config.ts';
import { onNpmExit } from './on-parent-exit.mjs';
import { PROJECT_ROOT } from './platform/project-root.ts';

// Astro serves the pages with hot reload; the API runs beside it.
const PAGES_PORT = process.env['PORT'] ?? '3000';
const API_PORT = String(Number(PAGES_PORT) + 1);
const SITE_ORIGIN = `http://localhost:${PAGES_PORT}`;
const { dataDir, databaseUrl, files } = readConfig(process.env, PROJECT_ROOT);
const env = {
  ...process.env,
  SITE_ORIGIN,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  FILES_DIR: files.dir,
  ASTRO_TELEMETRY_DISABLED: '1',
};

const children = [
  spawn(process.execPath, ['--watch', 'api/serve.mjs', '--keep-site'], {
    cwd: PROJECT_ROOT,
    env: { ...env, PORT: API_PORT },
    stdio: 'inherit',
  }),
  spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port', PAGES_PORT], {
    cwd: PROJECT_ROOT,
    env: { ...env, API_PORT },
    stdio: 'inherit',
  }),
];

const stop = () => {
  for (const child of children) child.kill();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
onNpmExit(stop);
