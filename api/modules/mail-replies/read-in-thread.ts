import { SECOND } from '../../platform/clock.ts';
import { createLimitedThread } from '../../platform/limited-thread.ts';
import type { Services } from '../../platform/services.ts';
import type { Studio } from './fold-quotes.ts';
import type { MailToRead, ReadMail } from './read-mail.ts';
import type { MailReplies } from './settings.ts';

const READING_LIMIT_MS = 20 * SECOND;
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
const PROGRAM = new URL('./read-mail.ts', import.meta.url);
const runInThread = createLimitedThread({ memory: MEMORY, idleMs: 30 * SECOND });

/** Reads a mail in a thread with limits. Throws what has prevented it. */
export async function readInThread(
  { config }: Pick<Services, 'config'>,
  { address }: Pick<MailReplies, 'address'>,
  mail: Omit<MailToRead, keyof Studio>,
): Promise<ReadMail> {
  const at = config.mailFrom.lastIndexOf('<');
  const sender = config.mailFrom
    .slice(at + 1)
    .replace('>', '')
    .trim();
  const name = config.mailFrom.slice(0, Math.max(0, at)).replaceAll('"', '').trim();
  const input: MailToRead = { ...mail, name, sender, pattern: address };
  const ran = await runInThread<ReadMail>(PROGRAM, input, READING_LIMIT_MS);
  if ('error' in ran) throw ran.error;
  return ran.value;
}
