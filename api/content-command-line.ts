import '../db/require-node-version.mjs';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from '../db/database.ts';
import { openFiles } from '../db/files/stored-files.ts';
import { becomeOwnerOf, makeFolder } from '../db/folder-owner.ts';
import { migrate } from '../db/migrate.ts';
import { readConfig } from './config.ts';
import { explainStartFailure } from './explain-start-failure.ts';
import { nameOwner } from './modules/accounts/owner.ts';
import { exportToFolder, importFromFolder } from './modules/catalog/content/content-folder.ts';
import { systemClock } from './platform/clock.ts';
import { PROJECT_ROOT } from './platform/project-root.ts';

const USAGE = `npm run content -- export <folder>   writes content.json and its pictures
npm run content -- import <folder>   adds gigs and past work as drafts, replaces the profile`;

try {
  if (existsSync(`${PROJECT_ROOT}.env`)) process.loadEnvFile(`${PROJECT_ROOT}.env`);
  const [command, folder] = process.argv.slice(2);
  if (!folder || (command !== 'export' && command !== 'import')) throw new Error(USAGE);
  const path = resolve(folder);
  const config = readConfig(process.env, PROJECT_ROOT);
  if (existsSync(config.dataDir)) {
    if (command === 'export') makeFolder(path, config.dataDir);
    // From inside it can be read and written, also below a folder that is closed to the app's user.
    if (existsSync(path)) process.chdir(path);
    becomeOwnerOf(config.dataDir);
  }
  const store = openDatabase(config.databaseUrl);
  try {
    await migrate(store);
    const files = openFiles(config.files, { store, clock: systemClock });
    const result =
      command === 'export'
        ? `content.json and ${await exportToFolder({ store, files }, path)} pictures are in ${path}.`
        : await importFromFolder({ store, files, clock: systemClock, onNewName: nameOwner }, path);
    process.stdout.write(`${result}\n`);
  } finally {
    await store.close();
  }
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
