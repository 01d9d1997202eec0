import { resolveTxt } from 'node:dns/promises';
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

/**
 * What the DNS says about the sender of a mail: the keys of its signatures, and how strictly they count. The last time it is
 * asked, no answer means no key, and that they count strictly.
 */
export async function findSenderRecords(
  lines: ReturnType<typeof headerLines>,
  email: string,
  { textRecords, isLast }: { textRecords: TextRecords; isLast: boolean },
): Promise<Pick<MailToRead, 'records' | 'isStrict'>> {
  const find = async (name: string): Promise<string[] | null> => {
    try {
      return await textRecords(name);
    } catch (cause) {
      if (isLast) return null;
      throw new LookupFailed('the DNS did not answer', { cause });
    }
  };
  const records: MailToRead['records'] = {};
  for (const name of keyNames(lines, email)) records[name] = (await find(name)) ?? [];
  for (const name of policyNames(email)) {
    const found = await find(name);
    if (!found) return { records, isStrict: true };
    const policies = found.filter(isPolicy);
    if (policies.length > 0) return { records, isStrict: isStrictPolicy(policies) };
  }
  return { records, isStrict: false };
}
