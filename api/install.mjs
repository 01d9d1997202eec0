// Plain JavaScript on purpose: this runs before anything is installed, on any Node from version 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

const ON_WINDOWS = process.platform === 'win32';

/** The path of the Node binary that the `node` package installs. */
export const NODE = join(MODULES, 'node', 'bin', ON_WINDOWS ? 'node.exe' : 'node');

// `npm ci` requires lock entries for every platform, and a registry may not have them all. Only `node` has a
// script that must run: better-sqlite3 ships its binaries.
const STEPS = ['install --no-save --ignore-scripts --no-audit --no-fund', 'rebuild node'];

/** Installs missing packages. Takes milliseconds if the installation is complete. */
export function ensureInstalled() {
  if (isWhole()) return;
  console.log('Installing packages …');
  // An interrupted install leaves incomplete packages that npm considers complete.
  rmSync(MODULES, { recursive: true, force: true });
  const run = (step) =>
    spawnSync(ON_WINDOWS ? 'npm.cmd' : 'npm', [...step.split(' '), '--loglevel=error'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status === 0;
  if (STEPS.every(run) && isWhole()) return;
  console.error('The packages could not be installed. Check the network and try again.');
  process.exit(1);
}

/** Whether every package of the lock file is installed in the right version, and the installed Node runs. */
function isWhole() {
  try {
    const locked = read(join(ROOT, 'package-lock.json')).packages;
    const held = read(join(MODULES, '.package-lock.json')).packages;
    for (const [path, { version, optional }] of Object.entries(locked)) {
      if (path === '' || (optional && !held[path])) continue;
      if (held[path]?.version !== version) return false;
      if (!existsSync(join(ROOT, path, 'package.json'))) return false;
    }
    return spawnSync(NODE, ['--version']).status === 0;
  } catch {
    return false;
  }
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
