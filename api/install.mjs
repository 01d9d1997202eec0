// Plain JavaScript on purpose: this runs before anything is installed, on any Node from version 18.
// `node api/install.mjs` installs what the app needs alone; `npm start` does so by itself, and `npm test` also what tests need.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
/** The new packages are installed in here and then replace the old ones, which a running app may be reading. */
const PLACE = join(ROOT, '.install');

const ON_WINDOWS = process.platform === 'win32';
const LIBC = existsSync('/etc/alpine-release') ? 'musl' : 'glibc';

/** The path of the Node binary that the `node` package installs. */
export const NODE = nodeIn(MODULES);

// `npm ci` requires lock entries for every platform, and a registry may not have them all. Only `node` has a
// script that must run: better-sqlite3 ships its binaries.
const INSTALL = 'install --no-save --ignore-scripts --no-audit --no-fund';
const REBUILD = 'rebuild node';

/** With an older Node npm leaves out native packages that ask for a newer one, and says nothing. */
const NEEDED_NODE = [
  [20, 19],
  [22, 12],
];
const NPM = 'npm@11';

/**
 * Installs missing packages: what the app needs, or with `tests` everything. Takes milliseconds if the installation is
 * complete.
 */
export function ensureInstalled({ tests = false, omit = '' } = {}) {
  if (isWhole(MODULES, tests)) return;
  if (!isWritable(ROOT)) {
    fail(
      `Packages of ${ROOT} are missing or have another version, and this user cannot write there. As its owner run: node ${join(ROOT, 'api', 'install.mjs')}`,
    );
  }
  console.log('Installing packages …');
  // An interrupted install leaves incomplete packages that npm considers complete.
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE);
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(ROOT, name), join(PLACE, name));
  const path = isOldNode() ? toolsIn(join(PLACE, 'tools')) : '';
  const install = `${INSTALL} ${tests ? '--include=dev' : omit}`.trim();
  const modules = join(PLACE, 'node_modules');
  if (npm(install, PLACE, path) && npm(REBUILD, PLACE, path) && isWhole(modules, tests)) {
    if (existsSync(MODULES)) renameSync(MODULES, join(PLACE, 'replaced'));
    renameSync(modules, MODULES);
    rmSync(PLACE, { recursive: true, force: true });
    return;
  }
  rmSync(PLACE, { recursive: true, force: true });
  fail('The packages could not be installed. Check the network and try again.');
}

/** Whether an app runs from these packages: all that it needs are there, and none for development. */
export const isProduction = () =>
  isWhole(MODULES, false) &&
  !Object.entries(lockedIn(ROOT)).some(([path, { dev }]) => dev && existsSync(join(ROOT, path)));

/** Installs the project's Node with an npm beside the packages; returns the folder of both for PATH. */
function toolsIn(folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  const { version } = lockedIn(ROOT)['node_modules/node'];
  npm(`${INSTALL} node@${version} ${NPM}`, folder);
  npm(REBUILD, folder);
  return join(folder, 'node_modules', '.bin') + delimiter;
}

const npm = (step, cwd, path = '') =>
  spawnSync(ON_WINDOWS ? 'npm.cmd' : 'npm', [...step.split(' '), '--loglevel=error'], {
    cwd,
    env: { ...process.env, PATH: path + process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status === 0;

function isOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [, newest] = NEEDED_NODE;
  return !(
    major > newest[0] || NEEDED_NODE.some((needed) => major === needed[0] && minor >= needed[1])
  );
}

/** Whether every package of the lock file is installed in the right version, and the installed Node runs. */
function isWhole(modules, tests) {
  try {
    const held = read(join(modules, '.package-lock.json')).packages;
    for (const [path, locked] of Object.entries(lockedIn(ROOT))) {
      if (path === '' || (locked.dev && !tests)) continue;
      if (!held[path] && isOptional(locked)) continue;
      if (held[path]?.version !== locked.version) return false;
      if (!existsSync(join(modules, '..', path, 'package.json'))) return false;
    }
    return spawnSync(nodeIn(modules), ['--version']).status === 0;
  } catch {
    return false;
  }
}

/** Native packages exist once for each platform: only that of this one is needed. */
function isOptional({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return false;
  const isNative = os?.includes(process.platform) && cpu?.includes(process.arch);
  return !isNative || Boolean(libc && !libc.includes(LIBC));
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function nodeIn(modules) {
  return join(modules, 'node', 'bin', ON_WINDOWS ? 'node.exe' : 'node');
}

const lockedIn = (folder) => read(join(folder, 'package-lock.json')).packages;
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url))
  ensureInstalled({ omit: '--omit=dev' });
