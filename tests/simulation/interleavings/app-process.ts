import type { HttpBindings } from '@hono/node-server';
import { createApp } from '../../../api/app.ts';
import type { Config, RazorpayKeys } from '../../../api/config.ts';
import { jobsOf } from '../../../api/jobs.ts';
import { readBrand } from '../../../api/modules/legal/legal-pages.ts';
import { createReconciler } from '../../../api/modules/payments/reconcile.ts';
import { PERSONAL_DATA } from '../../../api/personal-data.ts';
import { createEncryption, deriveKey } from '../../../api/platform/encryption.ts';
import { createBackground } from '../../../api/platform/jobs/background.ts';
import { createOutbox } from '../../../api/platform/mail/outbox.ts';
import { ProviderError } from '../../../api/platform/payment-provider/client.ts';
import { createRateLimiter } from '../../../api/platform/rate-limiting/rate-limiter.ts';
import type { Secrets } from '../../../api/platform/secrets.ts';
import type { Services } from '../../../api/platform/services.ts';
import type { RazorpaySandbox } from '../../../api/razorpay-sandbox/sandbox.ts';
import { subscriptions } from '../../../api/subscriptions.ts';
import { openDatabase } from '../../../db/database.ts';
import { openFiles } from '../../../db/files/stored-files.ts';
import { NO_CHECKS } from '../../support/in-process-app.ts';
import { inProcessProvider } from '../../support/in-process-provider.ts';
import { actAs, type Course, createBoundaries, ProcessDied } from './boundaries.ts';

/** What outlives a process of the app. */
export interface Surroundings {
  config: Config;
  secrets: Secrets;
  keys: RazorpayKeys;
  sandbox: RazorpaySandbox;
  clock: () => Date;
  course: Course;
  /** What processes logged as errors, except for the provider's refusals and their own death. */
  errors: unknown[];
}

const nothing = (): void => {};
const CALLS = [
  ...(['createOrder', 'findOrder', 'receiptOf', 'fetchPayment', 'paymentsOf', 'capture'] as const),
  ...(['listPayments', 'listRefunds', 'listDisputes', 'fetchDispute', 'refund'] as const),
  'refundsOf',
] as const;
/** They write files and rows that no scenario reads. */
const LEFT_OUT = ['backup', 'clean-up', 'installation checks', 'unnamed files', 'unknown files'];

export type AppProcess = ReturnType<typeof startProcess>;

/** A process of the app, without a server and sockets. Everything that it waits for is a boundary. */
export function startProcess(around: Surroundings, onDeath: () => void) {
  const { config, secrets, sandbox, clock, course } = around;
  const boundaries = createBoundaries(course, onDeath);
  const store = openDatabase(`sqlite:${config.dataDir}/app.db`);
  // The data is needed only during the test.
  store.pragma('synchronous = OFF');
  boundaries.watch(store.db);
  const log = {
    info: nothing,
    error(message: string, error?: unknown) {
      if (boundaries.isDead() || error instanceof ProviderError) return;
      around.errors.push(new Error(message, { cause: error }));
    },
  };
  const background = createBackground(log);
  const services: Services = {
    ...{ config, store, clock, log, background, subscriptions, readBrand },
    files: openFiles(config.files, { store, clock }),
    outbox: createOutbox(store, { config, clock, log, readBrand, key: secrets.mailKey }),
    encryption: createEncryption(deriveKey(secrets.mailKey, 'second factors')),
    provider: boundaries.around(inProcessProvider(sandbox, around.keys), CALLS),
    limits: createRateLimiter(store, clock, 1_000_000),
    realtime: { emit: nothing, flushNotifications: nothing, endSessions: nothing },
    publisher: { refreshPages: async () => {}, changed: nothing },
    personalData: PERSONAL_DATA,
    installationChecks: NO_CHECKS,
  };
  const reconciler = createReconciler(services);
  const { fetch } = createApp({
    ...{ services, reconciler, findCompiled: async () => undefined },
    publisher: {} as Parameters<typeof createApp>[0]['publisher'],
    checks: { store, hasPages: () => true, isBehind: () => false, isStopping: () => false },
  });
  const jobs = jobsOf(services, reconciler).filter(({ name }) => !LEFT_OUT.includes(name));
  const from = { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as HttpBindings;
  return {
    services,
    reconciler,
    isDead: boundaries.isDead,
    /** Answers a request. Throws once the process is dead, and also for an answer that gets lost. */
    async answer(request: Request): Promise<Response> {
      await boundaries.pass(`receives ${request.method} ${new URL(request.url).pathname}`);
      const response = await fetch(request, from);
      if (boundaries.isDead()) throw new ProcessDied();
      await boundaries.pass(`answers ${response.status}`);
      return response;
    },
    /** What a new process does at once. */
    begin(): void {
      services.outbox.flush();
      for (const { name, work } of jobs)
        background.run(() =>
          actAs(`the ${name} job at the start`, async () => void (await work())),
        );
    },
    async runJobs(): Promise<void> {
      for (const { work } of jobs) await work();
    },
    async close(): Promise<void> {
      await services.outbox.close();
      if (!boundaries.isDead()) await reconciler.stop();
      await background.settled();
      await store.close();
    },
  };
}
