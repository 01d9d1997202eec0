// The first TypeScript that runs: `npm start` runs start.mjs (installs, starts the process), which runs serve.mjs (compile
// cache), which imports this file. It reads the environment, starts the app with start-app.ts and stops it on a signal.
import { existsSync } from 'node:fs';
import { isPostgresUrl } from '../db/database.ts';
import { readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { prepareSite } from './modules/site/publish/build-at-start.ts';
import { hasPages } from './modules/site/publish/publish-release.ts';
import { onNpmExit } from './on-parent-exit.mjs';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';
import { isLive } from './production-checks.ts';
import { startApp } from './start-app.ts';

// Other users of the machine must not be able to read files of the app.
process.umask(0o077);

const envFile = `${PROJECT_ROOT}.env`;
if (existsSync(envFile)) process.loadEnvFile(envFile);

// Under `npm run dev` Astro serves the pages, so an outdated release need not be rebuilt.
const keepSite = process.argv.includes('--keep-site');
const print = (line: string) => console.log(line);

try {
  const started = performance.now();
  const config = readConfig(process.env, PROJECT_ROOT);
  const log = createLog(config, print);
  const app = await startApp({
    config,
    clock: systemClock,
    log,
    prepareSite: async (ready, store) => {
      if (keepSite && hasPages(ready)) return;
      await prepareSite(ready, { store, log });
    },
  });
  printStartMessage(app, performance.now() - started);
  let isClosing = false;
  // The signal can arrive twice: Ctrl-C and service managers signal the whole process group, and start.mjs
  // forwards it too. The second one is ignored, because closing has its own time limit.
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    print('Closing the app …');
    app.beginStop();
    setTimeout(() => void app.close().then(() => process.exit(0)), app.config.stopDelayMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close);
  onNpmExit(close);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}

function printStartMessage(app: Awaited<ReturnType<typeof startApp>>, ms: number): void {
  const { config, ownerLink } = app;
  print(`\n  The app is running at ${config.siteOrigin}  (ready in ${(ms / 1000).toFixed(1)} s)`);
  print(
    config.devMailbox
      ? `  Mail stays here: ${config.siteOrigin}/dev/mail`
      : '  Mail goes out by SMTP.',
  );
  print(
    config.razorpay
      ? isLive(config.razorpay)
        ? '  Payments go through Razorpay.'
        : '  Payments go through Razorpay with test keys: no real money moves.'
      : '  Payments go through the local test gateway: no real money moves.',
  );
  const isShared = isPostgresUrl(config.databaseUrl);
  if (!config.razorpay && isShared) {
    print('  With several processes run `npm run sandbox` once: each has a gateway of its own.');
  }
  if (!config.https) print('  Plain http: for this machine only.');
  if (ownerLink)
    print(
      `  Owner (${config.ownerEmail}): set your password within the hour, once, at\n    ${ownerLink}`,
    );
  if (ownerLink && isShared)
    print('  Of several processes, the one that started last has the valid link.');
  print('');
}
