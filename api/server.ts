import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from './lib/clock.ts';
import { ConfigError, readConfig } from './lib/config.ts';
import { buildSite, hasRelease, isFresh } from './publish/build.ts';
import { openShop } from './shop.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const envFile = `${ROOT}.env`;
if (existsSync(envFile)) process.loadEnvFile(envFile);

// Under `npm run dev` the pages come from Astro; an old release does no harm.
const keepSite = process.argv.includes('--keep-site');
const say = (line: string) => console.log(line);
const log = {
  info: say,
  error: (message: string) => console.error(message),
};

try {
  const started = performance.now();
  const config = readConfig(process.env, ROOT);
  const shop = await openShop({
    config,
    clock: systemClock,
    log,
    prepareSite: async (ready) => {
      if (keepSite && hasRelease(ready)) return;
      if (isFresh(ready)) return;
      say('Building the site …');
      await buildSite(ready);
    },
  });
  greet(shop, performance.now() - started);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      say('Closing the shop …');
      void shop.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function greet(shop: Awaited<ReturnType<typeof openShop>>, ms: number): void {
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

/** What went wrong at the start, as a sentence. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) {
    return `The configuration needs a change:\n${error.mistakes.map((each) => `  - ${each}`).join('\n')}`;
  }
  const { code, path, message, syscall, address } = error as NodeJS.ErrnoException & {
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${process.env['PORT'] ?? 3000} is taken by another program. Stop it, or start with PORT=3001.`;
  }
  if (syscall === 'listen') {
    return `The shop cannot listen at ${address ?? 'its address'} (${code}). Check HOST and PORT.`;
  }
  if (code && /^(EACCES|EROFS|EPERM|ENOTDIR|EEXIST|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code)) {
    return `The data folder cannot be written (${path ?? code}). Give it write permission, or set DATA_DIR.`;
  }
  return message ?? String(error);
}
