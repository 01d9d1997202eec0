import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../api/config.ts';
import type { ResponseLimits } from '../../api/platform/http/response-limits.ts';
import { createLog } from '../../api/platform/log.ts';
import type { RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import { type App, startApp } from '../../api/start-app.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { createTestDatabase } from './database.ts';
import { type Fetch, Person } from './http-client.ts';
import { checkInvariants } from './invariants.ts';
import { checkLogLines } from './log-lines.ts';
import { type MailServer, openMailServer } from './mail-server.ts';
import { openOutsideProvider } from './outside-provider.ts';
import { TEMPLATE } from './paths.ts';

/** The parts of an app that tests need to act as its users. */
export interface RunningApp {
  server: { services: App['services']; reconciler: Pick<App['reconciler'], 'run'> };
  sandbox: RazorpaySandbox;
  visitor(): Person;
  /** Writes in a transaction of the app, so that its caches are invalidated. */
  write<R>(body: (tx: Tx) => Promise<R>): Promise<R>;
}

/** The whole app on its own database, with a Razorpay sandbox, an SMTP server and a movable clock. */
export interface TestApp extends RunningApp {
  server: App;
  mail: MailServer;
  /** The log of the app, without the line of every call. */
  logs: string[];
  /** Every line as it is written in production. */
  logLines: string[];
  /** Every response body that `visitor()`s have received. */
  answers: string[];
  origin: string;
  dataDir: string;
  /** Moves the app's clock forward. */
  advance(ms: number): void;
  /** From now on only `advance` moves the clock, however slow the machine is. */
  stopClock(): void;
  /** Checks the invariants I1, I3 to I5, I7 and I8 of tests/README.md. */
  check(): Promise<void>;
  /**
   * Checks all invariants on the responses, mail and logs so far, then deletes them, so that a long test needs
   * little memory.
   */
  forget(): Promise<void>;
  /**
   * Stops the app and starts it again at the same address, on the same data, which the test may change
   * meanwhile.
   */
  restart(meanwhile?: () => unknown): Promise<void>;
  close(): Promise<void>;
}

/**
 * `testMultiplier` multiplies the rate limits of a network address; 1 for tests of the limits. With `outsideProvider`
 * the sandbox runs outside of the app and keeps its faults when the app is restarted.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    testMultiplier = 1_000,
    publishProgram,
    responseLimits,
    providerTimeoutMs,
    outsideProvider = false,
    textRecords,
    send,
    prepare,
  }: {
    testMultiplier?: number;
    publishProgram?: string[];
    responseLimits?: ResponseLimits;
    providerTimeoutMs?: number;
    outsideProvider?: boolean;
    textRecords?: (name: string) => Promise<string[]>;
    send?: Fetch;
    /** Changes the data folder before the first start. */
    prepare?: (dataDir: string) => void;
  } = {},
): Promise<TestApp> {
  const dataDir = createDataFolder();
  const database = await createTestDatabase(dataDir);
  if (publishProgram) copySite(dataDir);
  prepare?.(dataDir);
  const mail = await openMailServer();
  const logs: string[] = [];
  const logLines: string[] = [];
  const secrets = new Set<string>();
  const log = createLog({ production: true, logLevel: 'info' }, (line) => {
    logLines.push(line);
    const { message, stack = '', ms } = JSON.parse(line);
    if (ms === undefined) logs.push(`${message} ${stack}`);
  });
  const answers: string[] = [];
  let clockOffset = 0;
  let stoppedAt: number | null = null;
  const clock = () => new Date((stoppedAt ?? Date.now()) + clockOffset);
  const provider = outsideProvider ? await openOutsideProvider({ now: clock }) : null;
  const start = async (port: number) => {
    const server = await startApp({
      config: readConfig(
        {
          PORT: String(port),
          DATA_DIR: dataDir,
          SMTP_URL: mail.url,
          MAIL_FROM: 'Studio <s@vy.example>',
          ...database.env,
          ...provider?.env,
          ...env,
        },
        dataDir,
      ),
      clock,
      testMultiplier,
      // The site is shared with other test apps unless a test has its own, so publishing does nothing.
      publishProgram: publishProgram ?? PREVIEWS_ONLY,
      ...(responseLimits ? { responseLimits } : {}),
      ...(providerTimeoutMs ? { providerTimeoutMs } : {}),
      ...(textRecords ? { textRecords } : {}),
      withoutChecks: true,
      log,
    });
    const sandbox = provider?.sandbox ?? server.razorpaySandbox;
    if (!sandbox) throw new Error('the app runs without the sandbox');
    provider?.sandbox.setWebhookUrl(`${server.config.siteOrigin}/api/v1/gig/webhook`);
    return { server, sandbox };
  };
  const { server, sandbox } = await start(0);
  const app: TestApp = {
    server,
    sandbox,
    mail,
    logs,
    logLines,
    answers,
    dataDir,
    origin: server.config.siteOrigin,
    write: (body) => transaction(app.server.services, body),
    visitor: () => new Person(server.config.siteOrigin, answers, secrets, send),
    stopClock: () => {
      stoppedAt ??= Date.now();
    },
    advance: (ms) => {
      clockOffset += ms;
    },
    check: () => checkInvariants(app),
    async forget() {
      await app.check();
      checkLogLines({ logLines, secrets, mail });
      for (const list of [answers, logs, logLines, mail.emails]) list.length = 0;
      secrets.clear();
    },
    async restart(meanwhile) {
      await app.server.close();
      await meanwhile?.();
      Object.assign(app, await start(server.config.port));
    },
    async close() {
      await app.server.close();
      await provider?.close();
      checkLogLines({ logLines, secrets, mail });
      await mail.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return app;
}

const PREVIEWS_ONLY = [new URL('./preview-worker.ts', import.meta.url).pathname];

/** Gives a data folder its own copy of the built site, for tests that publish. */
export function copySite(dataDir: string): void {
  const site = join(dataDir, 'site');
  const built = join(TEMPLATE.dataDir, 'site');
  const name = readlinkSync(join(built, 'current'));
  rmSync(site, { force: true });
  mkdirSync(site);
  cpSync(join(built, name), join(site, name), { recursive: true });
  for (const ending of ['.json', '.manifest.json']) {
    cpSync(join(built, name + ending), join(site, name + ending));
  }
  symlinkSync(name, join(site, 'current'));
}

/** Creates a data folder with the seeded SQLite database and the built site. */
export function createDataDir(): string {
  const dataDir = createDataFolder();
  cpSync(TEMPLATE.file, join(dataDir, 'app.db'));
  return dataDir;
}

/** Creates a data folder with the built site and the files of the starter shop, and no database. */
export function createDataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'));
  symlinkSync(join(TEMPLATE.dataDir, 'site'), join(dataDir, 'site'));
  cpSync(join(TEMPLATE.dataDir, 'files'), join(dataDir, 'files'), { recursive: true });
  return dataDir;
}
