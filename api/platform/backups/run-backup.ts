import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../config.ts';
import { OutsideError } from '../log.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../../../db/backup-command-line.ts', import.meta.url));

/** Makes and verifies a backup in a child process; one whose name ends in .age is encrypted for the key. Returns its output, or throws it as an error. */
export async function runBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  key = '',
): Promise<string> {
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, BACKUP_KEY: key };
  const args = [PROGRAM, 'backup', file, '--from', databaseUrl];
  const { stdout } = await run(process.execPath, args, { env }).catch(
    (error: Error & { stderr?: string }) => {
      throw new OutsideError(error.stderr?.trim() || error.message);
    },
  );
  return stdout.slice(stdout.indexOf(': ') + 2).trim();
}
