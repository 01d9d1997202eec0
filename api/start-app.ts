import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import type { RouterRoute } from 'hono/types';
import type { Database } from '../db/database.ts';
import { openFiles } from '../db/files/stored-files.ts';
import { transaction } from '../db/transaction.ts';
import { createApp } from './app.ts';
import { type Config, withPort } from './config.ts';
import { HEALTH } from './health.ts';
import { jobsOf } from './jobs.ts';
import { createOwner } from './modules/accounts/owner.ts';
import { findLiveSessions, findSocketUser } from './modules/accounts/sessions.ts';
import { documentAttachments } from './modules/billing/download-document.ts';
import { beginSeriesAfterRestore } from './modules/billing/restored-series.ts';
import { chatSocketEvents } from './modules/chat/socket-events.ts';
import { createInstallationChecks } from './modules/dashboard/doctor/run-doctor.ts';
import { readBrand, storeInstallation } from './modules/legal/legal-pages.ts';
import { createMailReplies } from './modules/mail-replies/read-mailbox.ts';
import { findReplyAddress } from './modules/mail-replies/reply-address.ts';
import { claimNotificationsToPush } from './modules/notifications/notify.ts';
import { orderSocketEvents } from './modules/orders/socket-events.ts';
import { checkKeysAtStart } from './modules/payments/check-keys-at-start.ts';
import { addNextStep } from './modules/payments/order-emails.ts';
import { createReconciler, type Reconciler } from './modules/payments/reconcile.ts';
import { skipSentReminders } from './modules/payments/remind-of-instalments.ts';
import { buildVersion } from './modules/site/build/build-target.ts';
import { countChange } from './modules/site/publish/change-counters.ts';
import { hasPages } from './modules/site/publish/publish-release.ts';
import { createPublisher } from './modules/site/publish/publisher.ts';
import { findCompiledFile } from './modules/site/releases/compiled-files.ts';
import { seed } from './modules/site/starter-shop.ts';
import { createVisitCounter, type VisitCounter } from './modules/visits/count-visits.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import type { Clock } from './platform/clock.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { createEncryption, deriveKey } from './platform/encryption.ts';
import {
  RESPONSE_LIMITS,
  type ResponseLimits,
  withResponseLimits,
} from './platform/http/response-limits.ts';
import { unavailable } from './platform/http/unavailable.ts';
import type { InstallationChecks } from './platform/installation-checks.ts';
import { createBackground } from './platform/jobs/background.ts';
import { startJob } from './platform/jobs/scheduled-job.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import type { Metrics } from './platform/metrics.ts';
import { createProvider } from './platform/payment-provider/client.ts';
import { createRateLimiter } from './platform/rate-limiting/rate-limiter.ts';
import { openRealtime, type RealtimeServer } from './platform/realtime/socket-server.ts';
import { readSecrets, type Secrets } from './platform/secrets.ts';
import type { Log, Services } from './platform/services.ts';
import { createSandbox, type RazorpaySandbox } from './razorpay-sandbox/sandbox.ts';
import { sandboxKeys } from './sandbox-keys.ts';
import { stopListening, withCloseTimeout } from './shutdown.ts';
import { subscriptions } from './subscriptions.ts';

export interface App {
  config: Config;
  services: Services;
  reconciler: Reconciler;
  visits: VisitCounter;
  routes: RouterRoute[];
  /** The Razorpay sandbox; null if real keys are set. */
  razorpaySandbox: RazorpaySandbox | null;
  /** The link to set the owner's password; null once it is set. */
  ownerLink: string | null;
  /** Starts the shutdown: `/readyz` responds 503, and keep-alive is switched off. */
  beginStop(): void;
  /** Stops accepting requests, waits at most ten seconds for running ones and closes the database. */
  close(): Promise<void>;
}

interface Options {
  config: Config;
  clock: Clock;
  log: Log;
  /** Builds a missing or outdated site, after the database is open and before the first request. */
  prepareSite?: (config: Config, store: Database) => Promise<void>;
  /** Multiplies limits per network address, because tests act as many people at one address. */
  testMultiplier?: number;
  /** The program that publishes; tests use one that builds small sites. */
  publishProgram?: string[];
  /** Short in tests. */
  responseLimits?: ResponseLimits;
  /** The time after which a call to the provider counts as unanswered; short in tests. */
  providerTimeoutMs?: number;
  /** The TXT records of a name; tests have their own. */
  textRecords?: (name: string) => Promise<string[]>;
  /** The installation is not checked every few minutes: tests check it themselves, a rehearsal is of a copy. */
  withoutChecks?: true;
}

const STARTING = 'The shop is starting. Please try again.';
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than proxies keep an idle connection (Caddy: 2 minutes), so that none sends into one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 130_000;

/** Starts the app. It binds the port first, so that a port in use is reported before any other work. */
export async function startApp(options: Options): Promise<App> {
  const { config: given, clock, log, prepareSite, testMultiplier } = options;
  let app: Pick<ReturnType<typeof createApp>, 'fetch' | 'routes'> | null = null;
  let isStopping = false;
  const limited = withResponseLimits((request, env) => {
    if (isStopping) env.outgoing.shouldKeepAlive = false;
    if (app) return app.fetch(request, env);
    // A starting process already counts as alive.
    if (new URL(request.url).pathname === HEALTH) return Response.json({ success: true });
    return unavailable(request, STARTING);
  }, options.responseLimits ?? RESPONSE_LIMITS);
  const server = createAdaptorServer({
    fetch: (request, env) => limited(request, env as HttpBindings),
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
  }) as Server;
  const config = withPort(given, await listen(server, given));
  const store = await openDataFolder(config, buildVersion(config).slice(0, 16));
  const files = openFiles(config.files, { store, clock });
  if (config.seedDemo) await seed({ store, files });
  const secrets = readSecrets(config.dataDir, config.secretKey);
  const ownerLink = await createOwner(store, { config, clock, readBrand });
  await transaction({ store }, async (tx) => {
    if (await storeInstallation(tx, config)) await countChange(tx);
  });
  await skipSentReminders({ store, clock });
  await beginSeriesAfterRestore({ config, store, clock, readBrand });
  await prepareSite?.(config, store);

  const sandbox = config.razorpay ? null : openSandbox(config, secrets, clock);
  const provider = createProvider(
    config.razorpay ?? sandboxKeys(config, secrets),
    log,
    options.providerTimeoutMs,
  );
  const renderAttachment = (name: string) => documentAttachments(store, name);
  const replyKey = deriveKey(secrets.mailKey, 'mail replies');
  const outbox = createOutbox(store, {
    ...{ config, clock, log, renderAttachment, readBrand },
    replyAddress: config.mailReplies
      ? (mail) => findReplyAddress({ config, store, clock, replyKey }, mail)
      : undefined,
    key: secrets.mailKey,
    addNextStep: (content, about) => addNextStep({ store, clock, config }, content, about),
  });
  const background = createBackground(log);
  const limits = createRateLimiter(store, clock, testMultiplier);
  const sources = {
    findUser: (token: string) => findSocketUser(store, clock, token),
    findLiveSessions: (hashes: string[]) => findLiveSessions(store.db, clock, hashes),
    claimNotificationsToPush: () => claimNotificationsToPush({ store, clock }),
  };
  const live = await openRealtime(server, { config, clock, log }, sources, testMultiplier);
  const installationChecks = createInstallationChecks({ config, store, files, clock, provider });
  const metrics = await openMetrics(config, store, { clock, live, checks: installationChecks });
  const publisher = createPublisher({ config, store, log, metrics }, options.publishProgram);
  const services: Services = {
    ...{ config, store, files, clock, outbox, provider, log, metrics, readBrand },
    encryption: createEncryption(deriveKey(secrets.mailKey, 'second factors')),
    ...{ limits, background, realtime: live, publisher, subscriptions, installationChecks },
    personalData: PERSONAL_DATA,
  };
  live.listen({ ...chatSocketEvents(services), ...orderSocketEvents(services) });
  const reconciler = createReconciler(services);
  const checks = {
    store,
    hasPages: () => hasPages(config),
    isBehind: publisher.isBehind,
    isStopping: () => isStopping,
  };
  const visits = createVisitCounter({ store, clock, log }, config);
  const findCompiled = (path: string) => findCompiledFile(store, path);
  const parts = { reconciler, publisher, checks, findCompiled, visits };
  app = createApp({ services, ...parts, razorpaySandbox: sandbox?.app });
  outbox.flush();
  publisher.changed();
  live.flushNotifications();
  const stopJobs = jobsOf(services, reconciler, options).map((job) => startJob(services, job));
  if (config.razorpay) void checkKeysAtStart(services);
  const replies = config.mailReplies
    ? createMailReplies(services, config.mailReplies, {
        replyKey,
        textRecords: options.textRecords,
      })
    : null;

  return {
    config,
    services,
    reconciler,
    visits,
    routes: app.routes,
    razorpaySandbox: sandbox,
    ownerLink,
    beginStop() {
      isStopping = true;
    },
    async close() {
      isStopping = true;
      for (const stop of stopJobs) stop();
      await replies?.close();
      await withCloseTimeout(async () => {
        const open = [stopListening(server), live.close(), outbox.close(), reconciler.stop()];
        await Promise.all(open);
        await publisher.close();
        await background.settled();
        await sandbox?.close();
      });
      await visits.close();
      await store.close();
    },
  };
}

/** Loaded only if metrics are enabled, because counting costs time. */
async function openMetrics(
  config: Config,
  store: Database,
  { live, ...sources }: { clock: Clock; live: RealtimeServer; checks: InstallationChecks },
): Promise<Metrics | undefined> {
  if (config.metricsToken === null) return undefined;
  const { createMetrics } = await import('./platform/metrics.ts');
  return createMetrics({ ...sources, store, countSockets: live.countSockets });
}

function openSandbox(config: Config, secrets: Secrets, clock: Clock): RazorpaySandbox {
  return createSandbox({
    file: `${config.dataDir}/razorpay-sandbox.db`,
    ...secrets.razorpaySandbox,
    webhookUrl: `http://127.0.0.1:${config.port}/api/v1/gig/webhook`,
    now: clock,
  });
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(config.port, config.host, () => {
      server.off('error', failed);
      done((server.address() as AddressInfo).port);
    });
  });
}
