import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Config, withPort } from './config.ts';
import { createOwner } from './modules/accounts/create-owner.ts';
import { startCleanupJob } from './modules/accounts/jobs.ts';
import { findLiveSessions, findSessionUser } from './modules/accounts/sessions.ts';
import { chatSocketEvents } from './modules/chat/socket-events.ts';
import { claimPushMessages } from './modules/notifications/claim-push-messages.ts';
import { startCompletionJob } from './modules/orders/transition-order.ts';
import { logKeyCheck } from './modules/payments/check-keys.ts';
import { createReconciler, type Reconciler } from './modules/payments/reconcile.ts';
import { receiptAttachment } from './modules/receipts/download-receipt.ts';
import { createPublisher } from './modules/site/publisher.ts';
import { openSite } from './modules/site/static-site.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import type { Clock } from './platform/clock.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { createBackground } from './platform/jobs/background.ts';
import { createLimits } from './platform/limits/rate-limits.ts';
import { safeLog } from './platform/log.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { createProvider } from './platform/payment-provider.ts';
import { openRealtime } from './platform/realtime/socket-server.ts';
import { readSecrets, type Secrets } from './platform/secrets.ts';
import type { Log, Services } from './platform/services.ts';
import { createSandbox, type RazorpaySandbox } from './razorpay-sandbox/sandbox.ts';
import { subscriptions } from './subscriptions.ts';

export interface App {
  config: Config;
  services: Services;
  reconciler: Reconciler;
  /** Every call there is, as `GET /api/v1/…`. */
  calls: string[];
  /** The local test gateway; null where real keys are set. */
  gateway: RazorpaySandbox | null;
  /** Sets the owner's password; null once it is set. */
  ownerLink: string | null;
  /** Stops taking work, finishes what is under way, within ten seconds; closes the books. */
  close(): Promise<void>;
}

interface Options {
  config: Config;
  clock: Clock;
  log: Log;
  /** Runs between the database and the first request: builds a missing or stale site. */
  prepareSite?: (config: Config) => Promise<void>;
  /** How many times more a network address may do than usual: tests are many people at one. */
  allowance?: number;
  /** What publishes; the tests' makes small sites. */
  publishProgram?: string[];
  /** How long an answer may go unread; the tests' is short. */
  writeTimeoutMs?: number;
}

const STARTING = JSON.stringify({ success: false, message: 'The shop is opening. Try again.' });
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
/** Whoever reads nothing of an answer for so long is cut off. */
const WRITE_MS = 30_000;
/** A call may ask the provider twice, 4.5 s each, before it is answered. */
const GRACE_MS = 9_000;
/** Service managers kill after ten seconds; whatever is unfinished then is found again at the start. */
const CLOSE_MS = 9_500;

/** Opens the shop: takes the port first, so that a taken one is told before any work. */
export async function startApp(options: Options): Promise<App> {
  const { config: given, clock, prepareSite, allowance } = options;
  const { writeTimeoutMs = WRITE_MS } = options;
  const log = safeLog(options.log);
  let app: Pick<ReturnType<typeof createApp>, 'fetch' | 'routes'> | null = null;
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const { outgoing } = env as HttpBindings;
      // Counts while an answer makes no progress; Node sets it back before the next request.
      const limited = (answer: Response) => {
        outgoing.socket?.setTimeout(writeTimeoutMs);
        return answer;
      };
      if (!app) return limited(new Response(STARTING, { status: 503 }));
      const answer = app.fetch(request, env);
      return answer instanceof Response ? limited(answer) : answer.then(limited);
    },
    serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS },
  }) as Server;
  const config = withPort(given, await listen(server, given));
  const store = await openDataFolder(config);
  const secrets = readSecrets(config.dataDir);
  const ownerLink = await createOwner(store, config, clock);
  await prepareSite?.(config);

  const gateway = config.razorpay ? null : openSandbox(config, secrets, clock);
  const provider = createProvider(config.razorpay ?? localKeys(config, secrets));
  const draw = (name: string) => receiptAttachment(store, name);
  const outbox = createOutbox(store, { config, clock, log, key: secrets.mailKey, draw });
  const background = createBackground(log);
  const limits = createLimits(store, clock, allowance);
  const sources = {
    findSessionUser: (token: string) => findSessionUser(store, clock, token),
    findLiveSessions: (hashes: string[]) => findLiveSessions(store.db, clock, hashes),
    claimPushMessages: () => claimPushMessages({ store, clock }),
  };
  const live = openRealtime(server, { config, clock, log }, sources, allowance);
  const publisher = createPublisher({ config, store, log }, options.publishProgram);
  const services: Services = {
    ...{ config, store, clock, outbox, provider, log },
    ...{ limits, background, realtime: live, publisher, subscriptions },
    personalData: PERSONAL_DATA,
  };
  live.listen(chatSocketEvents(services));
  const reconciler = createReconciler(services);
  const site = await openSite(config);
  app = createApp({ services, reconciler, site, publisher, gateway: gateway?.app });
  const stopTidying = startCleanupJob(services);
  const stopCompleting = startCompletionJob(services);
  outbox.flush();
  publisher.refresh();
  live.flushNotifications();
  void reconciler.run();
  if (config.razorpay) void logKeyCheck(services);

  return {
    config,
    services,
    reconciler,
    calls: callsOf(app),
    gateway,
    ownerLink,
    async close() {
      stopTidying();
      stopCompleting();
      await inTime(async () => {
        const open = [stopListening(server), live.close(), outbox.close(), reconciler.stop()];
        await Promise.all(open);
        await publisher.close();
        await background.settled();
        await gateway?.close();
      });
      await store.close();
    },
  };
}

/** Middleware answers to every method and is no call. */
function callsOf({ routes }: Pick<ReturnType<typeof createApp>, 'routes'>): string[] {
  const calls = routes.filter((route) => route.method !== 'ALL');
  return [...new Set(calls.map(({ method, path }) => `${method} ${path}`))];
}

function openSandbox(config: Config, secrets: Secrets, clock: Clock): RazorpaySandbox {
  return createSandbox({
    file: `${config.dataDir}/gateway.db`,
    ...secrets.gateway,
    webhookUrl: `http://127.0.0.1:${config.port}/api/v1/gig/webhook`,
    now: clock,
  });
}

const localKeys = (config: Config, secrets: Secrets) => ({
  ...secrets.gateway,
  webhookSecrets: [secrets.gateway.webhookSecret],
  apiUrl: `http://127.0.0.1:${config.port}/gateway`,
  checkoutUrl: '/gateway/v1/checkout.js',
});

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(config.port, config.host, () => {
      server.off('error', failed);
      done((server.address() as AddressInfo).port);
    });
  });
}

async function inTime(work: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  const ended = work().finally(() => late.abort());
  await Promise.race([ended, pause(CLOSE_MS, undefined, late).catch(() => {})]);
}

async function stopListening(server: Server): Promise<void> {
  const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  // Who was answered meanwhile keeps the line open for a next request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise((done) => {
    server.close(done);
    server.closeIdleConnections();
  });
  clearInterval(idle);
  clearTimeout(force);
}
