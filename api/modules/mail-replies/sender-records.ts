import { resolveTxt } from 'node:dns/promises';
import { SECOND } from '../../platform/clock.ts';
import type { MailToRead } from './read-mail.ts';
import { type headerLines, isPolicy, isStrictPolicy, keyNames, policyNames } from './recognize.ts';

export type TextRecords = (name: string) => Promise<string[]>;

/** The DNS did not answer, which is not the fault of a mail. */
export class LookupFailed extends Error {}

const NO_RECORDS = ['ENODATA', 'ENOTFOUND', 'EBADNAME'];

export const recordsInDns: TextRecords = async (name) => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (NO_RECORDS.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

/** For all that is looked up for a mail together. */
const LOOKUP_LIMIT_MS = 5 * SECOND;

/**
 * What the DNS says about the sender of a mail: the keys of its signatures, and how strictly they count. The last time it is
 * asked, no answer means no key, and that they count strictly.
 */
export async function findSenderRecords(
  lines: ReturnType<typeof headerLines>,
  email: string,
  { textRecords, isLast }: { textRecords: TextRecords; isLast: boolean },
): Promise<Pick<MailToRead, 'records' | 'isStrict'>> {
  const late = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => late.reject(new Error('the DNS takes too long')), LOOKUP_LIMIT_MS);
  const find = (name: string): Promise<string[] | null> =>
    Promise.race([textRecords(name), late.promise]).catch((cause) => {
      if (isLast) return null;
      throw new LookupFailed('the DNS did not answer', { cause });
    });
  const names = keyNames(lines, email);
  try {
    const [keys, policies] = await Promise.all([
      Promise.all(names.map(find)),
      Promise.all(policyNames(email).map(find)),
    ]);
    const records = Object.fromEntries(names.map((name, at) => [name, keys[at] ?? []]));
    // The nearest policy counts, and one that nobody knows is strict.
    const policy = policies.find((found) => found === null || found.some(isPolicy));
    return { records, isStrict: policy === null || isStrictPolicy(policy ?? []) };
  } finally {
    clearTimeout(timer);
  }
}
