import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ROOT } from './app-process.ts';

// The program of a small installation with two packages, whose new versions are files: no registry is needed.
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'api'));
  cpSync(join(ROOT, 'api/install.mjs'), join(folder, 'api/install.mjs'));
  cpSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
});

type Locked = Record<string, Record<string, unknown>>;

/** A package as npm packs it; `node` brings a program. */
function pack(name: string, version: string): string {
  const from = join(folder, 'packages', `${name}-${version}`);
  mkdirSync(join(from, 'bin'), { recursive: true });
  writeFileSync(join(from, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(from, 'bin', 'node'), '#!/bin/sh\nexit 0\n');
  chmodSync(join(from, 'bin', 'node'), 0o755);
  const packed = spawnSync('npm', ['pack', '--silent'], { cwd: from, encoding: 'utf8' });
  return `file:${join(from, packed.stdout.trim())}`;
}

function lock(packages: Locked): void {
  const dependencies = Object.fromEntries(
    Object.entries(packages)
      .filter(([, { dev, optional }]) => !dev && !optional)
      .map(([path, { resolved, version }]) => [
        path.replace('node_modules/', ''),
        resolved ?? version,
      ]),
  );
  const root = { name: 'shop', version: '1.0.0', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
  const content = { ...root, lockfileVersion: 3, packages: { '': root, ...packages } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(content));
}

/** What is installed already, as npm records it. */
function hold(packages: Locked): void {
  for (const [path, { version }] of Object.entries(packages)) {
    mkdirSync(join(folder, path, 'bin'), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version }));
    writeFileSync(join(folder, path, 'bin', 'node'), '#!/bin/sh\nexit 0\n');
    chmodSync(join(folder, path, 'bin', 'node'), 0o755);
  }
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

const install = (as: { uid?: number; gid?: number } = {}) =>
  spawnSync(process.execPath, [join(folder, 'api/install.mjs')], {
    ...{ cwd: folder, encoding: 'utf8', ...as },
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(':'),
      HOME: folder,
      // Nobody listens there.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    },
  });

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

test('new packages replace the old ones at once when they are complete', () => {
  hold({ 'node_modules/node': { version: '1.0.0' } });
  lock({ 'node_modules/node': { version: '2.0.0', resolved: pack('node', '2.0.0') } });
  const { status, stdout, stderr } = install();
  expect([status, stdout], stderr).toEqual([0, 'Installing packages …\n']);
  expect(versionOf('node')).toBe('2.0.0');
  expect(existsSync(join(folder, '.install'))).toBe(false);
  expect(install().stdout, 'nothing is missing any more').toBe('');
});

test('an installation that fails leaves the packages of the running app', () => {
  hold({ 'node_modules/node': { version: '1.0.0' } });
  lock({ 'node_modules/node': { version: '2.0.0' } });
  const { status, stderr } = install();
  expect(status).toBe(1);
  expect(stderr).toContain('The packages could not be installed. Check the network');
  expect(versionOf('node')).toBe('1.0.0');
  expect(existsSync(join(folder, '.install'))).toBe(false);
});

test('an installation without the packages of tests is complete for the app', () => {
  const node = { version: '1.0.0' };
  hold({ 'node_modules/node': node });
  lock({ 'node_modules/node': node, 'node_modules/vitest': { version: '1.0.0', dev: true } });
  expect(install()).toMatchObject({ status: 0, stdout: '' });
});

test('a missing native package of this platform counts, and one of another does not', () => {
  const node = { version: '1.0.0' };
  hold({ 'node_modules/node': node });
  const native = { version: '1.0.0', optional: true, cpu: [process.arch] };
  const elsewhere = { 'node_modules/elsewhere': { ...native, os: ['plan9'] } };
  const otherLibrary = { ...native, os: [process.platform], libc: ['neither'] };
  lock({ 'node_modules/node': node, ...elsewhere, 'node_modules/other': otherLibrary });
  expect(install()).toMatchObject({ status: 0, stdout: '' });
  const here = { 'node_modules/here': { ...native, os: [process.platform] } };
  lock({ 'node_modules/node': node, ...elsewhere, ...here });
  expect(install()).toMatchObject({ status: 1, stdout: 'Installing packages …\n' });
});

test.skipIf(process.getuid?.() !== 0)('the app’s user is told who can install', () => {
  chmodSync(folder, 0o755);
  hold({ 'node_modules/node': { version: '1.0.0' } });
  lock({ 'node_modules/node': { version: '2.0.0' } });
  const { status, stderr } = install({ uid: 65_534, gid: 65_534 });
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    `Packages of ${folder}/ are missing or have another version, and this user cannot write there. As its owner run: node ${folder}/api/install.mjs`,
  );
  expect(versionOf('node')).toBe('1.0.0');
});
