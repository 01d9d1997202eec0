import '../db/require-node-version.ts';
import { existsSync } from 'node:fs';
import { openDatabase } from '../db/database.ts';
import { becomeOwnerOf } from '../db/folder-owner.ts';
import { ConfigError, readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { runDoctor } from './modules/dashboard/doctor/run-doctor.ts';
import { systemClock } from './platform/clock.ts';
import { createProvider } from './platform/payment-provider/client.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';
import { readSecrets } from './platform/secrets.ts';
import { sandboxKeys } from './sandbox-keys.ts';

// Run with `npm run doctor` while the app runs, with the same settings, as its user or as root.
const MARKS = { good: '✓', wrong: '✗', skipped: '–' };

try {
  if (existsSync(`${PROJECT_ROOT}.env`)) process.loadEnvFile(`${PROJECT_ROOT}.env`);
  const config = readConfig(process.env, PROJECT_ROOT);
  if (!existsSync(config.dataDir))
    throw new Error(`There is no ${config.dataDir}: start the app first.`);
  becomeOwnerOf(config.dataDir);
  const store = openDatabase(config.databaseUrl);
  const secrets = readSecrets(config.dataDir, config.secretKey);
  const provider = createProvider(config.razorpay ?? sandboxKeys(config, secrets));
  const results = await runDoctor({ config, store, clock: systemClock, provider });
  await store.close();
  for (const { part, state, text } of results) {
    process.stdout.write(`${MARKS[state]} ${part.padEnd(14)} ${text}\n`);
  }
  process.exitCode = results.some(({ state }) => state === 'wrong') ? 1 : 0;
} catch (error) {
  const errors = error instanceof ConfigError ? error.errors : [explainStartFailure(error)];
  for (const mistake of errors) {
    process.stdout.write(`${MARKS.wrong} Configuration  ${mistake}\n`);
  }
  process.exitCode = 1;
}
