import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../db/database.ts';
import { type Lease, takeLease } from '../../../db/leases.ts';
import { transaction } from '../../../db/transaction.ts';
import { isNoRoom } from '../../platform/disk.ts';
import { isAutomatic, storeAutomatic } from './automatic-publishing.ts';
import type { BuildTarget } from './build-target.ts';
import { digest } from './catalog-snapshot.ts';
import { fingerprint } from './fingerprint.ts';
import { type MakeOptions, makeRelease } from './make-release.ts';
import { manifestFile } from './manifest.ts';
import { createProgressLog, type ProgressLog, PUBLISH_LEASE } from './progress.ts';
import {
  currentName,
  listReleases,
  openFolder,
  prune,
  readRelease,
  recordRelease,
  siteOf,
  sizeOf,
  switchTo,
} from './releases.ts';
import { ALREADY_PUBLISHING, NO_ROOM, UNKNOWN_RELEASE, WHICH_RELEASE } from './rules.ts';
import { upload } from './run-publish-command.ts';

export class Busy extends Error {
  constructor() {
    super(ALREADY_PUBLISHING);
  }
}

const POLL_MS = 200;
const SHORT_PATIENCE_MS = 1_000;

/** Whether there is a site to serve at all. */
export const hasRelease = (target: Pick<BuildTarget, 'dataDir'>): boolean =>
  existsSync(join(siteOf(target.dataDir), 'current', 'index.html'));

/** Whether `current` holds a release made of today's sources. */
export function isUpToDate(target: BuildTarget): boolean {
  const name = currentName(target.dataDir);
  const made = name === null ? null : readRelease(target.dataDir, name);
  return made?.fingerprint === fingerprint(target);
}

/** An up-to-date site: waits for a publish under way, which may be all that is needed. */
export async function buildSite(
  target: BuildTarget,
  log: (text: string) => void = () => {},
): Promise<string> {
  return underLease(target, Number.POSITIVE_INFINITY, async (held, waited) => {
    const name = currentName(target.dataDir);
    return waited && name && isUpToDate(target) ? name : publishLocked(target, held, { log });
  });
}

/**
 * Builds a release in a folder of its own, checks it and switches to it in one step.
 * Throws Busy while another publish runs; on any failure the site stays as it is.
 */
export const publish = (target: BuildTarget, options: MakeOptions = {}): Promise<string> =>
  underLease(target, SHORT_PATIENCE_MS, (held) => publishLocked(target, held, options));

/** Switches back to a release that is still stored. */
export const rollBackTo = (target: BuildTarget, name: string): Promise<string> =>
  underLease(target, SHORT_PATIENCE_MS, async ({ store, lease }) => {
    if (!readRelease(target.dataDir, name)) throw new Error(unknownRelease(target, name));
    const startedAt = new Date().toISOString();
    const progress = createProgressLog(target.dataDir, { name, kind: 'rollback', startedAt });
    progress.putIfRoom({ step: 'Switch' });
    // Otherwise the next saved change would bring back what the owner has taken away.
    if (await isAutomatic(store.db)) {
      await transaction({ store }, (tx) => storeAutomatic(tx, false));
    }
    await switchUnder(lease, target, name);
    await finish(target, name, progress);
    return name;
  });

interface Held {
  store: Database;
  lease: Lease;
}

/** Runs the work while no other process publishes; `waited` says whether one did before. */
async function underLease<R>(
  target: BuildTarget,
  patienceMs: number,
  work: (held: Held, waited: boolean) => Promise<R>,
): Promise<R> {
  const store = openDatabase(target.databaseUrl);
  try {
    const deadline = Date.now() + patienceMs;
    let waited = false;
    let lease = await takeLease({ store }, PUBLISH_LEASE);
    while (!lease) {
      if (Date.now() > deadline) throw new Busy();
      await pause(POLL_MS);
      waited = true;
      lease = await takeLease({ store }, PUBLISH_LEASE);
    }
    // One that cannot be released, on a full disk say, runs out by itself.
    const { release } = lease;
    return await work({ store, lease }, waited).finally(() => release().catch(() => {}));
  } finally {
    await store.close();
  }
}

/** Whoever has lost the lease must not undo what the next one did. */
async function switchUnder(lease: Lease, { dataDir }: BuildTarget, name: string): Promise<void> {
  if (!(await lease.renew())) throw new Busy();
  await switchTo(dataDir, name);
}

function unknownRelease({ dataDir }: BuildTarget, name: string): string {
  const current = currentName(dataDir);
  const available = listReleases(dataDir).map((each) =>
    each.name === current ? `${each.name} (current)` : each.name,
  );
  return [name ? UNKNOWN_RELEASE : WHICH_RELEASE, 'Kept are:', ...available].join('\n');
}

async function publishLocked(
  target: BuildTarget,
  { store, lease }: Held,
  options: MakeOptions,
): Promise<string> {
  const started = new Date();
  const startedAt = started.toISOString();
  const name = `${startedAt.replace(/\D/g, '')}-${randomBytes(3).toString('hex')}`;
  const release = join(openFolder(target.dataDir), name);
  const progress = createProgressLog(target.dataDir, { name, kind: 'publish', startedAt });
  const log = (text: string) => {
    progress.log(text);
    options.log?.(text);
  };
  try {
    await prune(target.dataDir);
    const mark = fingerprint(target);
    const job = { ...options, log, name, progress };
    const { catalogue, manifest, erasures } = await makeRelease(target, store, job);
    await recordRelease(target.dataDir, {
      name,
      fingerprint: mark,
      madeAt: startedAt,
      ms: Date.now() - started.getTime(),
      pages: Object.values(manifest.pages).filter(({ content }) => content).length,
      bytes: sizeOf(release),
      catalogue: digest(catalogue),
      erasures,
    });
    progress.put({ step: 'Switch' });
    await switchUnder(lease, target, name);
  } catch (error) {
    // First of all: on a full disk this makes the room to write down why it failed.
    for (const left of [release, `${release}.json`, manifestFile(target.dataDir, name)]) {
      await rm(left, { recursive: true, force: true });
    }
    progress.putIfRoom({ failure: failureOf(error), endedAt: new Date().toISOString() });
    throw error;
  }
  await finish(target, name, progress);
  return name;
}

/** Why a publish failed, as the owner reads it. */
export function failureOf(error: unknown): string {
  if (isNoRoom(error)) return NO_ROOM;
  return error instanceof Error ? error.message : String(error);
}

/** What follows the switch; its failures are reported, and change nothing of it. */
async function finish(target: BuildTarget, name: string, progress: ProgressLog): Promise<void> {
  let uploadFailure: string | null = null;
  if (target.publishCommand) {
    progress.putIfRoom({ step: 'Upload' });
    uploadFailure = await upload(target, target.publishCommand, { name, log: progress.log });
  }
  await prune(target.dataDir);
  progress.putIfRoom({ uploadFailure, endedAt: new Date().toISOString() });
}
