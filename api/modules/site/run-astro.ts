import { spawn } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLeaseDatabase, takeLease } from '../../../db/leases.ts';
import { DEFAULT_TIME_ZONE } from '../../platform/dates.ts';
import type { Job } from './build-target.ts';
import { ROOT } from './fingerprint.ts';
import { sharePicturesFolder, siteOf } from './releases.ts';

const POLL_MS = 200;

/** Builds the pages in a process of its own, from the catalogue as it was read. */
export const astro = (job: Job): Promise<void> =>
  runExclusively(join(ROOT, '.astro', 'leases.db'), () =>
    buildAside(join(ROOT, '.astro'), job, (output) => run(job, output)),
  );

/**
 * Builds beside the sources and copies the result into the release: Astro renames files from the
 * checkout into its output, and a data folder may be on another file system.
 */
export async function buildAside(
  checkout: string,
  job: Pick<Job, 'name' | 'release'>,
  build: (output: string) => Promise<void>,
): Promise<void> {
  const outputs = join(checkout, 'output');
  const output = join(outputs, job.name);
  // What killed builds have left; only one builds at a time.
  await rm(outputs, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  try {
    await build(output);
    await cp(output, job.release, { recursive: true });
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/**
 * Astro writes into the checkout while it builds: one at a time, whatever app it is for. The apps of a
 * checkout may have different databases, so the lease is in a file of the checkout itself.
 */
export async function runExclusively(file: string, build: () => Promise<void>): Promise<void> {
  const store = await openLeaseDatabase(file);
  try {
    let lease = await takeLease({ store }, 'build');
    while (!lease) {
      await pause(POLL_MS);
      lease = await takeLease({ store }, 'build');
    }
    await build().finally(lease.release);
  } finally {
    await store.close();
  }
}

function run({ target, name, catalogFile, log }: Job, outDir: string): Promise<void> {
  const bin = join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const child = spawn(process.execPath, [bin, 'build'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: target.databaseUrl,
      SITE_ORIGIN: target.siteOrigin,
      TZ: target.timeZone ?? DEFAULT_TIME_ZONE,
      SITE_OUT: outDir,
      SITE_DRAWN: sharePicturesFolder(siteOf(target.dataDir)),
      SITE_RELEASE: name,
      SITE_CATALOGUE: catalogFile,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      log(text);
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => {
      if (code === 0) done();
      else failed(new Error(`The pages could not be built:\n${output}`));
    });
  });
}
