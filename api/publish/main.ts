// `npm run build`: publishes from the shell; `--to <release>` goes back to a kept one.
// The desk starts the same program and hands the settings over on its standard input.
import { existsSync, readFileSync } from 'node:fs';
import { openStore } from '../../db/open.ts';
import { ConfigError, readConfig } from '../lib/config.ts';
import { type BuildTarget, Busy, goBackTo, publish } from './build.ts';
import { ROOT } from './fingerprint.ts';

// What the shop keeps is for the eyes of its own user only.
process.umask(0o077);

const BUSY = 75;
const { argv } = process;
const back = argv.includes('--to') ? argv[argv.indexOf('--to') + 1] : undefined;

try {
  const target = argv.includes('--from-desk') ? fromDesk() : await fromEnvironment();
  const tell = (text: string) => void process.stdout.write(text);
  const name = back ? await goBackTo(target, back) : await publish(target, { tell });
  tell(`Release ${name} is current.\n`);
} catch (error) {
  const why = error instanceof ConfigError ? error.mistakes.join('\n') : String(error);
  process.stderr.write(`${why}\n`);
  process.exitCode = error instanceof Busy ? BUSY : 1;
}

function fromDesk(): BuildTarget {
  return JSON.parse(readFileSync(0, 'utf8')) as BuildTarget;
}

async function fromEnvironment(): Promise<BuildTarget> {
  if (existsSync(`${ROOT}.env`)) process.loadEnvFile(`${ROOT}.env`);
  const config = readConfig(process.env, ROOT);
  await (await openStore(config.databaseUrl, config.starter)).close();
  return config;
}
