import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RouterRoute } from 'hono/types';
import { expect } from 'vitest';
import { readConfig } from '../../../api/config.ts';
import { readBrand } from '../../../api/modules/legal/legal-pages.ts';
import { createOutbox } from '../../../api/platform/mail/outbox.ts';
import { readSecrets } from '../../../api/platform/secrets.ts';
import { openDatabase } from '../../../db/database.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Fetch, Person } from '../../support/http-client.ts';
import { checkInvariants } from '../../support/invariants.ts';
import { checkLogLines } from '../../support/log-lines.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openOutsideProvider } from '../../support/outside-provider.ts';
import { plainFetch } from '../../support/plain-fetch.ts';
import { createDataFolder, type TestApp } from '../../support/test-app.ts';
import type { JobRun } from './app-process.ts';
import { type AppProcess, startAppProcess } from './start-app-process.ts';

/** The address that people see; each request goes to the address of one of the processes instead. */
const ORIGIN = 'http://localhost:3999';

/** Two or three processes of the app on one PostgreSQL database. */
export interface Processes {
  /** All of them as one app: each request and each report of the provider goes to one of them by chance. */
  app: TestApp;
  running(): AppProcess[];
  /** The processes that start from now on are of the next version of the app; returns its number. */
  upgrade(): number;
  /** How many were stopped or killed. */
  missing(): number;
  /** Sends everything to one process while `work` runs. */
  onlyTo<R>(one: AppProcess, work: () => Promise<R>): Promise<R>;
  start(): Promise<void>;
  end(one: AppProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** All of them run their jobs at once. */
  runJobs(): Promise<void>;
}

/** `pick` chooses a number below another one. */
export async function startProcesses(
  count: number,
  pick: (below: number) => number,
  providerTimeoutMs: number,
): Promise<Processes> {
  const dataDir = createDataFolder();
  const database = await createTestDatabase('');
  const mail = await openMailServer();
  const clockFile = join(dataDir, 'clock');
  const clockFd = openSync(clockFile, 'w');
  let aheadMs = 0;
  const advance = (ms: number) => {
    aheadMs += ms;
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(aheadMs);
    writeSync(clockFd, bytes, 0, 8, 0);
  };
  advance(0);
  const clock = () => new Date(Date.now() + aheadMs);

  let newer = 0;
  let all: AppProcess[] = [];
  let only: AppProcess | null = null;
  const toAnyProcess: Fetch = (address, init) => {
    const { origin } = only ?? all[pick(all.length)] ?? { origin: ORIGIN };
    return plainFetch(address.replace(ORIGIN, origin), init);
  };
  const provider = await openOutsideProvider({
    now: clock,
    post: (address, init) => toAnyProcess(String(address), init ?? {}),
    webhookUrl: `${ORIGIN}/api/v1/gig/webhook`,
    webhookRetryMs: [20],
  });
  const env = {
    ...database.env,
    ...provider.env,
    PORT: '0',
    FILES_DIR: join(dataDir, 'files'),
    SITE_ORIGIN: ORIGIN,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Studio <s@vy.example>',
  };

  const [logs, logLines, answers, secrets]: [string[], string[], string[], Set<string>] = [
    [],
    [],
    [],
    new Set(),
  ];
  const onLine = (line: string) => {
    logLines.push(line);
    const { message, stack = '', ms } = JSON.parse(line);
    if (ms === undefined) logs.push(`${message} ${stack}`);
  };
  let runs: JobRun[] = [];
  const start = async () => {
    all.push(
      await startAppProcess(
        { env, clockFile, newer, providerTimeoutMs },
        { line: onLine, run: (run) => void runs.push(run) },
      ),
    );
  };
  const end = async (one: AppProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    all = all.filter((each) => each !== one);
    await one.end(signal);
  };
  const everywhere = async (command: Parameters<AppProcess['ask']>[0]) =>
    void (await Promise.all(all.map((each) => each.ask(command))));

  await Promise.all(Array.from({ length: count }, start));
  const store = openDatabase(database.url);
  const config = readConfig(env, dataDir);
  const outbox = createOutbox(store, {
    ...{ config, clock, readBrand },
    log: { info: () => {}, error: () => {} },
    key: readSecrets(dataDir, config.secretKey).mailKey,
  });
  // It reads the mail that waits; the processes send it.
  await outbox.close();
  const services = {
    ...{ config, store, clock },
    outbox: { ...outbox, flush: () => void everywhere('send mail') },
    background: { settled: () => everywhere('settle') },
  };
  const app = {
    server: {
      ...{ config, services },
      reconciler: { run: () => everywhere('reconcile') },
      routes: all[0]?.routes as RouterRoute[],
    },
    sandbox: provider.sandbox,
    ...{ mail, logs, logLines, answers, dataDir, advance },
    origin: ORIGIN,
    write: <R>(body: (tx: Tx) => Promise<R>) => transaction({ store }, body),
    visitor: () => new Person(ORIGIN, answers, secrets, toAnyProcess),
    check: () => checkInvariants(app),
    async restart() {
      const one = all[pick(all.length)];
      if (one) await end(one, 'SIGTERM');
      await start();
    },
    async close() {
      await Promise.all(all.map((each) => end(each, 'SIGTERM')));
      await store.close();
      await provider.close();
      closeSync(clockFd);
      checkLogLines({ logLines, secrets, mail });
      await mail.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    // A scenario asks no more of the app than the above.
  } as Pick<TestApp, 'close'> as TestApp;
  return {
    app,
    running: () => all,
    missing: () => count - all.length,
    async onlyTo(one, work) {
      only = one;
      try {
        return await work();
      } finally {
        only = null;
      }
    },
    ...{ start, end },
    upgrade: () => {
      newer += 1;
      return newer;
    },
    async runJobs() {
      runs = [];
      await everywhere('run jobs');
      checkTurns(runs);
    },
  };
}

/** A job runs in one process at a time. */
function checkTurns(runs: JobRun[]): void {
  for (const one of runs)
    for (const other of runs)
      if (one !== other && one.job === other.job)
        expect(one.to < other.from || other.to < one.from, `${one.job} ran twice at once`).toBe(
          true,
        );
}
