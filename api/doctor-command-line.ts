import '../db/require-node-version.mjs';
import { existsSync } from 'node:fs';
import { type Database, openDatabase } from '../db/database.ts';
import { openFileStore } from '../db/files/file-store.ts';
import { becomeOwnerOf } from '../db/folder-owner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { findingsToRepair, readReport, runDoctor } from './modules/dashboard/doctor/run-doctor.ts';
import { systemClock } from './platform/clock.ts';
import type { CheckResult } from './platform/installation-checks.ts';
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
  const secrets = readSecrets(config.dataDir, config.secretKey);
  const provider = createProvider(config.razorpay ?? sandboxKeys(config, secrets));
  const store = tryToOpen(config);
  const files = openFileStore(config.files);
  const results = await runDoctor({ config, store, files, clock: systemClock, provider });
  results.forEach(print);
  const report = store && (await readReport(store).catch(() => null));
  const isGoodHere = ({ part }: CheckResult) =>
    results.some((each) => each.part === part && each.state === 'good');
  const onlyInApp = findingsToRepair(report, systemClock()).filter(isGoodHere);
  if (onlyInApp.length > 0) process.stdout.write(`The running app found at ${report?.at}:\n`);
  onlyInApp.forEach(print);
  await store?.close();
  process.exitCode = results.some(({ state }) => state === 'wrong') ? 1 : 0;
} catch (error) {
  const errors = error instanceof ConfigError ? error.errors : [explainStartFailure(error)];
  for (const text of errors) print({ part: 'Configuration', state: 'wrong', text });
  process.exitCode = 1;
}

function print({ part, state, text, server = '' }: CheckResult): void {
  const told = [text, server].join(' ').trim();
  process.stdout.write(`${MARKS[state]} ${part.padEnd(14)} ${told}\n`);
}

/** The check of the database says why it cannot be opened; the others go on. */
function tryToOpen({ databaseUrl }: Config): Database | null {
  const file = databaseUrl.replace(/^sqlite:/, '');
  if (databaseUrl.startsWith('sqlite:') && !existsSync(file)) return null;
  try {
    return openDatabase(databaseUrl);
  } catch {
    return null;
  }
}
