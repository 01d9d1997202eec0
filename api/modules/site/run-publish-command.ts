import { spawn } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changedFiles, type Manifest, manifestFile, readManifest } from './manifest.ts';
import { siteOf } from './releases.ts';

const TAIL = 2_000;
const NOTHING: Manifest = { version: '', files: {}, pages: {} };

/**
 * Runs the owner's command in the release's folder; returns why it failed, or null. Two files list what
 * differs from the release that it uploaded last, a path a line.
 */
export async function upload(
  target: { dataDir: string },
  command: string,
  { name, log }: { name: string; log: (text: string) => void },
): Promise<string | null> {
  const site = siteOf(target.dataDir);
  const manifest = manifestFile(target.dataDir, name);
  const uploaded = join(site, 'uploaded.json');
  const now = readManifest(manifest);
  const { changed, removed } = changedFiles(readManifest(uploaded), now ?? NOTHING);
  const lists = { CHANGED_FILES: changed, REMOVED_FILES: removed };
  const env = Object.fromEntries(Object.keys(lists).map((list) => [list, join(site, list)]));
  for (const [list, files] of Object.entries(lists)) {
    await writeFile(join(site, list), files.map((file) => `${file}\n`).join(''));
  }
  const failure = await run(command, { cwd: join(site, name), env }, log);
  if (failure === null && now) await copyFile(manifest, uploaded);
  return failure;
}

function run(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
  log: (text: string) => void,
): Promise<string | null> {
  const child = spawn(command, {
    shell: true,
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-TAIL);
      log(text);
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) =>
      done(code === 0 ? null : `The upload ended with ${signal ?? code}.\n${said}`.trim()),
    );
  });
}
