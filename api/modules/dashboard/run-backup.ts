import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';

const PROGRAM = fileURLToPath(new URL('../../../db/backup-command-line.ts', import.meta.url));

/** Makes and verifies a backup in a child process. Returns its output, or throws it as an error. */
export function runBackup(
  { databaseUrl, dataDir, backup }: Pick<Config, 'databaseUrl' | 'dataDir' | 'backup'>,
  file: string,
): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, 'backup', file, '--from', databaseUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_KEY: backup?.key ?? '' },
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      if (code === 0) done(said.stdout.slice(said.stdout.indexOf(': ') + 2).trim());
      else failed(new Error(said.stderr.trim()));
    });
  });
}
