import { openSync, readSync } from 'node:fs';
import { readConfig } from '../../../api/config.ts';
import { jobsOf } from '../../../api/jobs.ts';
import { type Job, startJob } from '../../../api/platform/jobs/scheduled-job.ts';
import { createLog } from '../../../api/platform/log.ts';
import { startApp } from '../../../api/start-app.ts';
import { addNextVersions } from '../next-version.ts';

// One process of the app in a scenario with several. The test moves its clock and asks it to run its jobs.
const { env, dataDir, clockFile, newer, providerTimeoutMs } = JSON.parse(
  process.argv[2] ?? '',
) as ProcessOptions;
const file = openSync(clockFile, 'r');
const bytes = Buffer.alloc(8);

export interface ProcessOptions {
  env: Record<string, string>;
  dataDir: string;
  /** The file that holds how many milliseconds the clock is ahead, as one number. */
  clockFile: string;
  /** How many newer versions of the app it is than this one. */
  newer: number;
  providerTimeoutMs: number;
}

export interface JobRun {
  job: string;
  from: number;
  to: number;
}

/** What the test asks for. */
export type Command = 'run jobs' | 'reconcile' | 'settle' | 'send mail';

function aheadMs(): number {
  readSync(file, bytes, 0, 8, 0);
  return bytes.readDoubleLE();
}
const sinceStart = performance.now.bind(performance);
performance.now = () => sinceStart() + aheadMs();

// With a function for errors, nothing is thrown when the test has ended before this process.
const say = (message: object) => void process.send?.(message, () => {});
addNextVersions(newer);
const app = await startApp({
  config: readConfig(env, dataDir),
  clock: () => new Date(Date.now() + aheadMs()),
  testMultiplier: 1_000,
  publishProgram: ['-e', '', '--'],
  providerTimeoutMs,
  withoutChecks: true,
  log: createLog({ production: true, logLevel: 'info' }, (line) => say({ line })),
});
const { services, reconciler } = app;

/** Also waits for work that other work has started. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await services.background.settled();
}

/** Reports when the job ran, by a clock that all processes share. */
const timed = (job: Job): Job => ({
  ...job,
  async work() {
    const from = Number(process.hrtime.bigint());
    await job.work();
    say({ run: { job: job.name, from, to: Number(process.hrtime.bigint()) } satisfies JobRun });
  },
});

const commands: Record<Command, () => Promise<unknown>> = {
  async 'run jobs'() {
    const stops = jobsOf(services, reconciler, { withoutChecks: true }).map((job) =>
      startJob(services, timed(job)),
    );
    await settle();
    for (const stop of stops) stop();
  },
  async reconcile() {
    await reconciler.run();
    await settle();
  },
  settle,
  async 'send mail'() {
    services.outbox.flush();
  },
};

process.on('message', ({ id, command }: { id: number; command: Command }) => {
  commands[command]().then(
    () => say({ done: id }),
    (error: unknown) => say({ done: id, failed: String(error) }),
  );
});
const stop = () => void app.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('disconnect', stop);
const routes = app.routes.map(({ method, path }) => ({ method, path }));
say({ port: app.config.port, routes });
