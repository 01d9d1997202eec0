import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Random per installation, kept beside the database in a file of its own. */
export interface Secrets {
  /** Seals mail that waits in the outbox. */
  mailKey: string;
  gateway: { keyId: string; keySecret: string; webhookSecret: string };
}

/** Reads the installation's secrets, making them the first time. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify(freshSecrets(), null, 2), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

const freshSecrets = (): Secrets => ({
  mailKey: randomBytes(32).toString('base64'),
  gateway: {
    keyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    keySecret: randomBytes(24).toString('hex'),
    webhookSecret: randomBytes(24).toString('hex'),
  },
});
