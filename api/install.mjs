// Plain JavaScript on purpose: runs before anything is installed, on any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

/** The Node that the `node` package installs. */
export const NODE = join(
  MODULES,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

// `npm ci` insists on lock entries for every platform, and a registry may not hold them all.
// Only `node` has a script that must run: better-sqlite3 ships its binaries.
const STEPS = [
  ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'],
  ['rebuild', 'node'],
];

/** Installs what is missing; checks a complete installation in milliseconds. */
export function ensureInstalled() {
  if (isWhole()) return;
  console.log('Installing packages …');
  // An interrupted install leaves incomplete packages that npm takes for complete ones.
  rmSync(MODULES, { recursive: true, force: true });
  for (const args of STEPS) {
    const { status, error } = spawnSync(NPM, [...args, '--loglevel=error'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (error || status !== 0) {
      console.error('The packages could not be installed. Check the network and try again.');
      process.exit(1);
    }
  }
  if (!isWhole()) {
    console.error(
      'The packages are still incomplete. Delete node_modules and run the command again.',
    );
    process.exit(1);
  }
}

/** Whether every package of the lock file is installed in its version, and the installed Node runs. */
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
