import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { hasRelease } from './modules/site/build-release.ts';
import { prepareSite } from './modules/site/prepare-site.ts';
import { onParentExit } from './on-parent-exit.mjs';
import { systemClock } from './platform/clock.ts';
import { safeLog } from './platform/log.ts';
import { startApp } from './start-app.ts';

// What the shop keeps is for the eyes of its own user only.
process.umask(0o077);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const envFile = `${ROOT}.env`;
if (existsSync(envFile)) process.loadEnvFile(envFile);

// Under `npm run dev` the pages come from Astro; an old release does no harm.
const keepSite = process.argv.includes('--keep-site');
const say = (line: string) => console.log(line);
const log = safeLog({
  info: say,
  error: (message: string) => console.error(message),
});

try {
  const started = performance.now();
  const config = readConfig(process.env, ROOT);
  const shop = await startApp({
    config,
    clock: systemClock,
    log,
    prepareSite: async (ready) => {
      if (keepSite && hasRelease(ready)) return;
      await prepareSite(ready, { log });
    },
  });
  greet(shop, performance.now() - started);
  let isClosing = false;
  // Ctrl-C and service managers signal the whole process group, and the starter forwards what it gets:
  // a second signal is no second wish, and closing has a time limit of its own.
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    say('Closing the shop …');
    void shop.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close);
  onParentExit(close);
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}

function greet(shop: Awaited<ReturnType<typeof startApp>>, ms: number): void {
  const { config, ownerLink } = shop;
  say(`\n  The shop is open at ${config.siteOrigin}  (ready in ${(ms / 1000).toFixed(1)} s)`);
  say(
    config.devMailbox
      ? `  Mail stays here: ${config.siteOrigin}/dev/mail`
      : '  Mail goes out by SMTP.',
  );
  say(
    config.razorpay
      ? '  Payments go through Razorpay.'
      : '  Payments go through the local test gateway: no real money moves.',
  );
  if (!config.https) say('  Plain http: for this machine only.');
  if (ownerLink)
    say(
      `  Owner (${config.ownerEmail}): set your password within the hour, once, at\n    ${ownerLink}`,
    );
  say('');
}
