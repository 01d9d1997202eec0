import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../../db/database.ts';
import { readDocument, storeDocument } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { Manifest } from '../releases/release-folder.ts';
import { type RenderedSite, siteOf } from '../releases/rendered-site.ts';

const TAIL = 2_000;
/** The command gets these and what PUBLISH_ENV names: all others may be secrets of the app. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'TMPDIR'];
const KEY = 'uploaded site';
const MAX_VERSIONS = 10;

/** What a process has uploaded last. */
interface Uploaded {
  release: string;
  reviews: number;
  /** The versions of the program that have uploaded, the last one at the end. */
  versions: string[];
  /** The SHA-256 of each file. */
  files: Record<string, string>;
}

const readUploaded = async ({ db }: Database): Promise<Uploaded> =>
  (await readDocument<Uploaded>(db, KEY)) ?? { release: '', reviews: -1, versions: [], files: {} };

/**
 * Whether pages that were rendered again are newer than those uploaded. Another process may have uploaded them, or pages of a
 * version that replaces this one.
 */
export async function isNewUpload(
  store: Database,
  { release, reviews, version }: RenderedSite,
): Promise<boolean> {
  const { versions, ...uploaded } = await readUploaded(store);
  if (versions.includes(version) && versions.at(-1) !== version) return false;
  const isSame = versions.at(-1) === version && uploaded.release === release;
  return !isSame || uploaded.reviews < reviews;
}

/**
 * Runs the owner's command in the folder of the pages. Returns why it failed, or null. Two files list the
 * differences from what was uploaded last, one path per line.
 */
export async function runPublishCommand(
  target: { dataDir: string; publishEnv?: string[] },
  command: string,
  job: {
    store: Database;
    rendered: RenderedSite;
    manifest: Manifest;
    log: (text: string) => void;
  },
): Promise<string | null> {
  const { store, rendered, log } = job;
  const site = siteOf(target.dataDir);
  const { files: before, versions } = await readUploaded(store);
  const files = Object.fromEntries(
    Object.entries(job.manifest.files).map(([file, { sha256 }]) => [file, sha256]),
  );
  const lists = {
    CHANGED_FILES: Object.keys(files).filter((file) => files[file] !== before[file]),
    REMOVED_FILES: Object.keys(before).filter((file) => !files[file]),
  };
  const passedOn = [...PASSED_ON, ...(target.publishEnv ?? [])];
  const env = Object.fromEntries([
    ...passedOn.map((name) => [name, process.env[name]]),
    ...Object.keys(lists).map((list) => [list, join(site, list)]),
  ]);
  for (const [list, paths] of Object.entries(lists)) {
    await writeFile(join(site, list), paths.map((file) => `${file}\n`).join(''));
  }
  const failure = await run(command, { cwd: join(site, rendered.name), env }, log);
  if (failure === null) {
    const { release, reviews, version } = rendered;
    const all = [...versions.filter((each) => each !== version), version].slice(-MAX_VERSIONS);
    const uploaded: Uploaded = { release, reviews, versions: all, files };
    await transaction({ store }, (tx) => storeDocument(tx, KEY, uploaded));
  }
  return failure;
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
