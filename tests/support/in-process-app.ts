import { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import type { HttpBindings } from '@hono/node-server';
import { createApp } from '../../api/app.ts';
import { readConfig } from '../../api/config.ts';
import { createOwner } from '../../api/modules/accounts/owner.ts';
import { readBrand } from '../../api/modules/legal/legal-pages.ts';
import { handleEvents } from '../../api/modules/payments/webhook.ts';
import { PERSONAL_DATA } from '../../api/personal-data.ts';
import type { Clock } from '../../api/platform/clock.ts';
import { createEncryption, deriveKey } from '../../api/platform/encryption.ts';
import type { InstallationChecks } from '../../api/platform/installation-checks.ts';
import { createBackground } from '../../api/platform/jobs/background.ts';
import { createRateLimiter } from '../../api/platform/rate-limiting/rate-limiter.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import type { Services, SessionEnd } from '../../api/platform/services.ts';
import { createSandbox } from '../../api/razorpay-sandbox/sandbox.ts';
import { sandboxKeys } from '../../api/sandbox-keys.ts';
import { subscriptions } from '../../api/subscriptions.ts';
import { openDatabase } from '../../db/database.ts';
import { openFiles } from '../../db/files/stored-files.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase } from './database.ts';
import { Person } from './http-client.ts';
import { inProcessProvider } from './in-process-provider.ts';
import { createDataFolder, type RunningApp } from './test-app.ts';

/**
 * The routes, rules and tables of the app and of the provider, without sockets, mail, jobs and a disk to wait
 * for.
 */
export interface InProcessApp extends RunningApp {
  /** What the app has logged as errors: a test that expects them takes them out, otherwise `close` fails. */
  errors: unknown[][];
  /** The subjects of its mails. */
  subjects: string[];
  /** The sessions whose sockets it has closed. */
  ended: SessionEnd[];
  /** Delivers the reports of the provider since the last call. */
  report(): Promise<void>;
  /** Drops the reports of the provider since the last call. */
  loseReports(): Promise<void>;
  close(): Promise<void>;
}

const nothing = (): void => {};

export const NO_CHECKS: InstallationChecks = {
  latest: async () => null,
  run: async () => ({ at: '', findings: [] }),
};

/** Starts an app for thousands of random histories, or for what needs no network. */
export async function startInProcessApp(
  clock: Clock = () => new Date(),
  settings: Record<string, string> = {},
): Promise<InProcessApp> {
  const dataDir = createDataFolder();
  const database = await createTestDatabase(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, ...database.env, ...settings }, dataDir);
  const store = openDatabase(database.url);
  // The data is needed only during the test.
  store.pragma?.('synchronous = OFF');
  const secrets = readSecrets(dataDir, config.secretKey);
  await createOwner(store, { config, clock, readBrand });
  const errors: unknown[][] = [];
  const subjects: string[] = [];
  const ended: SessionEnd[] = [];
  const log = { info: nothing, error: (...said: unknown[]) => void errors.push(said) };
  const keys = sandboxKeys(config, secrets);
  let isLosing = false;
  const sandbox = createSandbox({
    ...{ ...secrets.razorpaySandbox, file: ':memory:', now: clock },
    webhookUrl: `${config.siteOrigin}/api/v1/gig/webhook`,
    post: async (address, init) => (isLosing ? new Response() : send(String(address), init)),
  });
  sandbox.faults.webhooks.hold = true;
  const deliver = async () => {
    sandbox.release();
    await sandbox.settled();
    sandbox.faults.webhooks.hold = true;
  };
  const background = createBackground(log);
  const services: Services = {
    ...{ config, store, clock, log, background, subscriptions, readBrand },
    files: openFiles(config.files, { store, clock }),
    outbox: {
      ...{ flush: nothing, open: () => null, close: async () => {} },
      enqueue: async (_tx, { subject }) => void subjects.push(subject),
    },
    encryption: createEncryption(deriveKey(secrets.mailKey, 'second factors')),
    provider: inProcessProvider(sandbox, keys),
    limits: createRateLimiter(store, clock, 1_000_000),
    realtime: {
      ...{ emit: nothing, flushNotifications: nothing },
      endSessions: (end) => void ended.push(end),
    },
    publisher: { refreshPages: async () => {}, changed: nothing },
    personalData: PERSONAL_DATA,
    installationChecks: NO_CHECKS,
  };
  const stop = new AbortController().signal;
  const reconciler = {
    run: async () => {
      await handleEvents(services, stop);
      return undefined;
    },
    flush: () => undefined,
    stop: async () => {},
  };
  const { fetch } = createApp({
    ...{ services, reconciler, findCompiled: async () => undefined },
    publisher: {} as Parameters<typeof createApp>[0]['publisher'],
    checks: { store, hasPages: () => true, isBehind: () => false, isStopping: () => false },
  });
  const send = async (address: string, init?: RequestInit) => {
    const incoming = { socket: { remoteAddress: '127.0.0.1' } };
    const outgoing = new EventEmitter();
    const from = { incoming, outgoing } as unknown as HttpBindings;
    const answer = await fetch(new Request(address, init), from);
    outgoing.emit('close');
    return answer;
  };
  return {
    server: { services, reconciler },
    ...{ sandbox, errors, subjects, ended },
    write: (body) => transaction(services, body),
    visitor: () => new Person(config.siteOrigin, [], new Set(), send),
    async report() {
      await deliver();
      await reconciler.run();
    },
    async loseReports() {
      isLosing = true;
      await deliver();
      isLosing = false;
    },
    async close() {
      await background.settled();
      await sandbox.close();
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      if (errors.length > 0) throw new Error('the app logged errors', { cause: errors });
    },
  };
}
