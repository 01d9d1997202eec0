import { spawn } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { siteOf } from '../releases/release-files.ts';
import {
  changedFiles,
  type Manifest,
  manifestFile,
  readManifest,
} from '../releases/release-folder.ts';
import {
  findShared,
  findUploadedName,
  isShared,
  storeUploaded,
  unpackManifest,
} from '../releases/store-release.ts';

const TAIL = 2_000;
/** The command gets these and what PUBLISH_ENV names: all others may be secrets of the app. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
const NOTHING: Manifest = { version: '', files: {}, pages: {} };

/**
 * Runs the owner's command in the release's folder. Returns why it failed, or null. Two files list the
 * differences from the last uploaded release, one path per line.
 */
export async function runPublishCommand(
  target: { dataDir: string; publishEnv?: string[] },
  command: string,
  { store, name, log }: { store: Database; name: string; log: (text: string) => void },
): Promise<string | null> {
  const site = siteOf(target.dataDir);
  const manifest = manifestFile(target.dataDir, name);
  const uploaded = join(site, 'uploaded.json');
  const now = readManifest(manifest);
  const before = isShared(store) ? await findUploaded(store.db) : readManifest(uploaded);
  const { changed, removed } = changedFiles(before, now ?? NOTHING);
  const lists = { CHANGED_FILES: changed, REMOVED_FILES: removed };
  const passedOn = [...PASSED_ON, ...(target.publishEnv ?? [])];
  const env = Object.fromEntries([
    ...passedOn.map((name) => [name, process.env[name]]),
    ...Object.keys(lists).map((list) => [list, join(site, list)]),
  ]);
  for (const [list, files] of Object.entries(lists)) {
    await writeFile(join(site, list), files.map((file) => `${file}\n`).join(''));
  }
  const failure = await run(command, { cwd: join(site, name), env }, log);
  if (failure === null && isShared(store)) {
    await transaction({ store }, (tx) => storeUploaded(tx, name));
  } else if (failure === null && now) await copyFile(manifest, uploaded);
  return failure;
}

/**
 * The manifest of the last uploaded release, in any process. null if it was deleted: then all files are
 * listed.
 */
async function findUploaded(db: Db): Promise<Manifest | null> {
  const name = await findUploadedName(db);
  const release = name && (await findShared(db, name));
  return release ? unpackManifest(release.manifest) : null;
}

function run(
  command: string,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
  log: (text: string) => void,
): Promise<string | null> {
  const child = spawn(command, {
    shell: true,
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-TAIL);
      log(text);
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) =>
      done(code === 0 ? null : `The upload ended with ${signal ?? code}.\n${output}`.trim()),
    );
  });
}
