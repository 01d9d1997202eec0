// Plain JavaScript on purpose: this runs before anything is installed, on any Node from version 18.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, NODE, ROOT } from './install.mjs';
import { onNpmExit } from './on-parent-exit.mjs';

ensureInstalled();

const options = process.argv.slice(2);
const server = spawn(
  NODE,
  ['--max-semi-space-size=4', join(ROOT, 'api', 'serve.mjs'), ...options],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
onNpmExit(() => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(signal ? 1 : code));
