import '../db/require-node-version.mjs';
import { existsSync } from 'node:fs';
import { openDatabase } from '../db/database.ts';
import { becomeOwnerOf } from '../db/folder-owner.ts';
import { migrate } from '../db/migrate.ts';
import { readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { resetOwner } from './modules/accounts/owner.ts';
import { readBrand } from './modules/legal/legal-pages.ts';
import { systemClock } from './platform/clock.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';

// Run with `npm run owner -- reset`.
const USAGE = 'npm run owner -- reset   takes password and keys from the owner, and prints a link';

try {
  if (existsSync(`${PROJECT_ROOT}.env`)) process.loadEnvFile(`${PROJECT_ROOT}.env`);
  if (process.argv[2] !== 'reset') throw new Error(USAGE);
  const config = readConfig(process.env, PROJECT_ROOT);
  if (existsSync(config.dataDir)) becomeOwnerOf(config.dataDir);
  const store = openDatabase(config.databaseUrl);
  await migrate(store);
  const link = await resetOwner(store, { config, clock: systemClock, readBrand });
  await store.close();
  process.stdout.write(
    `Password and keys of ${config.ownerEmail} are removed, every session is ended.\n`,
  );
  process.stdout.write(`Set a new password within the hour, once, at\n  ${link}\n`);
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
