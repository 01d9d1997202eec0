// `node tests/bench/overhead.ts`: the cost of logs and metrics. Each variant runs in its own process, in
// several rounds; the figure is requests for each second of the app's own processor time, so that
// other programs disturb it little.
import { rmSync } from 'node:fs';
import { createDataDir } from '../support/test-app.ts';
import { start } from './child.ts';
import type { Load, Loaded } from './load.ts';
import { cpuOf } from './process-usage.ts';
import { startBenchApp } from './start-app.ts';

const ROUNDS = 5;
const MS = 2_000;
const MICROSECONDS = 1_000_000;
const PATHS = ['/', '/api/v1/gig/get', '/api/v1/user/check-auth-user'];
const STATUS: Record<string, number> = { '/api/v1/user/check-auth-user': 401 };
const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://user:password@127.0.0.1:9',
  MAIL_FROM: 'Studio <mail@studio.example>',
  OWNER_EMAIL: 'owner@studio.example',
  RAZORPAY_KEY_ID: 'rzp_test_1234567890',
  RAZORPAY_KEY_SECRET: 'a-secret-of-the-provider',
  RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
  RAZORPAY_API_URL: 'http://127.0.0.1:9',
  ALLOW_INSECURE: 'test-keys,provider-address',
};
const METRICS = { METRICS_TOKEN: 'a-token-for-the-bench' };
const WAYS: Record<string, Record<string, string>> = {
  neither: { LOG_LEVEL: 'silent' },
  logs: {},
  metrics: { LOG_LEVEL: 'silent', ...METRICS },
  both: METRICS,
};

const load = await start('load.ts');
const best: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [way, env] of Object.entries(WAYS)) {
    const dataDir = createDataDir();
    const app = await startBenchApp(
      { app: dataDir, siteOrigin: 'https://studio.example' },
      { env: { ...PRODUCTION, ...env }, args: ['--keep-site'] },
    );
    for (const [at, path] of PATHS.entries()) {
      const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const ask = (ms: number) =>
        load.request<Loaded>({
          ...{ port: app.port, request, connections: 8, ms },
          status: STATUS[path] ?? 200,
        } satisfies Load);
      await ask(MS / 2);
      const before = cpuOf(app.pid) ?? 0;
      const { count } = await ask(MS);
      const rate = count / (((cpuOf(app.pid) ?? 0) - before) / MICROSECONDS);
      best[way] ??= [];
      best[way][at] = Math.max(best[way][at] ?? 0, rate);
    }
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
await load.stop();
for (const [way, rates] of Object.entries(best)) {
  const shown = rates.map((rate, at) => {
    const ratio = rate / (best['neither']?.[at] ?? rate);
    return `${PATHS[at]} ${rate.toFixed(0)} (${ratio.toFixed(2)})`;
  });
  console.log(way.padEnd(8), shown.join('   '));
}
