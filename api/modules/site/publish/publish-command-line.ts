// `npm run build`: publishes from the shell. `--to <release>` rolls back to an earlier release, `--all`
// renders every page even if unchanged, `--compile` only compiles the pages of this version.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openFiles } from '../../../../db/files/stored-files.ts';
import { becomeOwnerOf } from '../../../../db/folder-owner.ts';
import { readConfig } from '../../../config.ts';
import { systemClock } from '../../../platform/clock.ts';
import { openDataFolder } from '../../../platform/data-folder.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import type { BuildTarget } from '../build/build-target.ts';
import { compileSite } from '../build/compile-templates.ts';
import { seed } from '../starter-shop.ts';
import { PublishRunningError } from './publish-lease.ts';
import { failureOf, publish, rollBackTo } from './publish-release.ts';

// Only the user who runs the app may read its files.
process.umask(0o077);

const BUSY = 75;

try {
  const { to, all = false, compile = false } = readArguments();
  const log = (text: string) => void process.stdout.write(text);
  if (compile) await compileForEveryUser(log);
  else {
    const target = await fromEnvironment();
    const name =
      to === undefined ? await publish(target, { log, all }) : await rollBackTo(target, to);
    log(`Release ${name} is current.\n`);
  }
} catch (error) {
  process.stderr.write(`${failureOf(error)}\n`);
  process.exitCode = error instanceof PublishRunningError ? BUSY : 1;
}

/**
 * Compiles with files readable by all users: they contain no data, and a different user may install the app.
 */
function compileForEveryUser(log: (text: string) => void) {
  process.umask(0o022);
  return compileSite(log);
}

/** Parses the arguments. `--to` without a value is an invalid rollback, never a publish. */
function readArguments(): { to?: string; all?: boolean; compile?: boolean } {
  const args = process.argv.slice(2);
  if (args.at(-1) === '--to') args.push('');
  const options = {
    to: { type: 'string' },
    all: { type: 'boolean' },
    compile: { type: 'boolean' },
  } as const;
  return parseArgs({ args, options }).values;
}

async function fromEnvironment(): Promise<BuildTarget> {
  if (existsSync(`${PROJECT_ROOT}.env`)) process.loadEnvFile(`${PROJECT_ROOT}.env`);
  const config = readConfig(process.env, PROJECT_ROOT);
  if (existsSync(config.dataDir)) becomeOwnerOf(config.dataDir);
  // For React's production build.
  process.env['NODE_ENV'] = 'production';
  const store = await openDataFolder(config);
  if (config.seedDemo)
    await seed({ store, files: openFiles(config.files, { store, clock: systemClock }) });
  await store.close();
  return config;
}
