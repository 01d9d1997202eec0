import { type Lease, takeLease } from '../../../db/leases.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';
import { transaction } from '../../../db/transaction.ts';
import { CLOCK_SKEW, iso, SECOND } from '../clock.ts';
import { newId } from '../ids.ts';
import { inLogContext } from '../log.ts';
import type { Services } from '../services.ts';

export interface Job {
  name: string;
  every: number;
  /** Whether the job also runs at each start of a process. */
  atStart?: true;
  /** How long after the start of a process it first runs there. */
  firstAfter?: number;
  /** Whether each process runs it: what it does is cheap, and done once whoever does it. */
  everywhere?: true;
  /** Resolves to false if it failed and has logged why. */
  work(): Promise<unknown>;
}

type JobServices = Pick<Services, 'store' | 'clock' | 'log' | 'background' | 'metrics'>;

/** How often a process checks whether the lease of a killed one has expired. */
const CHECK_EVERY = 5 * SECOND;

/**
 * Runs a job at its interval; returns a function that stops it. With PostgreSQL, all processes together run
 * it once per interval.
 */
export function startJob(services: JobServices, job: Job): () => void {
  const isShared = services.store.engine === 'postgres' && !job.everywhere;
  const startedAt = services.clock();
  let isRunning = false;
  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      await (isShared ? runWithLease(services, job, startedAt) : work(services, job));
    } finally {
      isRunning = false;
    }
  }
  const check = () =>
    inLogContext({ requestId: newId(), job: job.name }, () => services.background.run(run));
  if (isShared || job.atStart) check();
  const first = job.firstAfter ? setTimeout(check, job.firstAfter).unref() : undefined;
  const timer = setInterval(check, isShared ? Math.min(CHECK_EVERY, job.every) : job.every).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}

async function work({ metrics }: JobServices, job: Job): Promise<void> {
  let result = 'failed';
  try {
    if ((await job.work()) !== false) result = 'done';
  } finally {
    metrics?.jobs.inc({ job: job.name, result });
  }
}

async function runWithLease(services: JobServices, job: Job, startedAt: Date): Promise<void> {
  if (!(await isDue(services, job, startedAt))) return;
  const lease = await takeLease(services, keyOf(job));
  if (!lease) return;
  try {
    // A different process may have finished it before the lease was taken.
    if (await isDue(services, job, startedAt)) await runWith(lease, services, job);
  } finally {
    await lease.release();
  }
}

const keyOf = ({ name }: Job) => `job ${name}`;

async function isDue({ store, clock }: JobServices, job: Job, startedAt: Date): Promise<boolean> {
  const value = await readSetting(store.db, keyOf(job));
  const last = value ? Date.parse(value) : Number.NEGATIVE_INFINITY;
  const now = clock().getTime();
  if (now - startedAt.getTime() < (job.firstAfter ?? 0)) return false;
  // A time in the future was stored before a clock rollback.
  const isNew = job.atStart === true && last < startedAt.getTime();
  return isNew || last > now + CLOCK_SKEW || now - last >= job.every;
}

async function runWith(lease: Lease, services: JobServices, job: Job): Promise<void> {
  const value = iso(services.clock());
  await work(services, job);
  // If the lease was lost, a different process has taken over.
  if (!(await lease.renew())) return;
  await transaction(services, (tx) => storeSetting(tx, keyOf(job), value));
}
