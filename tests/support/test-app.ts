import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../api/config.ts';
import type { RazorpaySandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import { type App, startApp } from '../../api/start-app.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { Person } from './http-client.ts';
import { checkInvariants } from './invariants.ts';
import { type MailServer, openMailServer } from './mail-server.ts';
import { TEMPLATE } from './paths.ts';

/** The real shop on a database of its own, with a real gateway, a real SMTP server and a clock. */
export interface TestApp {
  server: App;
  sandbox: RazorpaySandbox;
  mail: MailServer;
  /** Everything the shop has logged. */
  logs: string[];
  /** Everything the shop has answered to `visitor()`s. */
  answers: string[];
  origin: string;
  dataDir: string;
  visitor(): Person;
  /** Writes as the app does itself, so that its cached answers follow at once. */
  write<R>(body: (tx: Tx) => Promise<R>): Promise<R>;
  /** Moves the shop's clock forward. */
  advance(ms: number): void;
  /** The attacks' invariants that a machine can see. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** `allowance`: how many times more than usual one network address may do; 1 for tests of limits. */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    allowance = 1_000,
    publishProgram,
    writeTimeoutMs,
  }: { allowance?: number; publishProgram?: string[]; writeTimeoutMs?: number } = {},
): Promise<TestApp> {
  const dataDir = createDataDir();
  if (publishProgram) copySite(dataDir);
  const mail = await openMailServer();
  const logs: string[] = [];
  const answers: string[] = [];
  let ahead = 0;
  const shop = await startApp({
    config: readConfig(
      {
        PORT: '0',
        DATA_DIR: dataDir,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Studio <s@vy.example>',
        ...env,
      },
      dataDir,
    ),
    clock: () => new Date(Date.now() + ahead),
    allowance,
    // The site is shared with other worlds unless a test has its own: nothing is published then.
    publishProgram: publishProgram ?? ['-e', '', '--'],
    ...(writeTimeoutMs ? { writeTimeoutMs } : {}),
    log: {
      info: (line) => logs.push(line),
      error: (line, error) => logs.push(`${line} ${String(error)}`),
    },
  });
  const { gateway } = shop;
  if (!gateway) throw new Error('a world has its own gateway');
  const world: TestApp = {
    server: shop,
    sandbox: gateway,
    mail,
    logs,
    answers,
    dataDir,
    origin: shop.config.siteOrigin,
    write: (body) => transaction(shop.services, body),
    visitor: () => new Person(shop.config.siteOrigin, answers),
    advance: (ms) => {
      ahead += ms;
    },
    check: () => checkInvariants(world),
    async close() {
      await shop.close();
      await mail.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** A copy of the built site, for tests that publish. */
export function copySite(dataDir: string): void {
  const site = join(dataDir, 'site');
  const built = join(TEMPLATE.dataDir, 'site');
  const name = readlinkSync(join(built, 'current'));
  rmSync(site, { force: true });
  mkdirSync(site);
  cpSync(join(built, name), join(site, name), { recursive: true });
  cpSync(join(built, `${name}.json`), join(site, `${name}.json`));
  symlinkSync(name, join(site, 'current'));
}

/** A data folder with the starter shop and the built site in it. */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'));
  cpSync(TEMPLATE.file, join(dataDir, 'shop.db'));
  symlinkSync(join(TEMPLATE.dataDir, 'site'), join(dataDir, 'site'));
  return dataDir;
}
