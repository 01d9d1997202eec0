import type { Db } from '../../../db/database.ts';
import { readSetting, storeSetting } from '../../../db/settings.ts';

const KEY = 'mail replies state';

/** What the process that reads the mailbox has found, for every other one. */
export interface MailboxState {
  /** When it was last read to its end; null before the first time. */
  readAt: string | null;
  /** Since when the connection stands; null while there is none. */
  connectedAt: string | null;
  /** When the last answer was taken. */
  answeredAt: string | null;
  /** Whether it takes no more mail. */
  isFull: boolean;
  /** Why it cannot be read, since when. */
  failure: (Trouble & { since: string }) | null;
}

/** Errors of the connection may hold what was sent, so only their codes are kept. */
export interface Trouble {
  isLogIn: boolean;
  reason: string;
}

const UNREAD: MailboxState = {
  ...{ readAt: null, connectedAt: null, answeredAt: null },
  ...{ isFull: false, failure: null },
};

export async function readMailboxState(db: Db): Promise<MailboxState> {
  const stored = await readSetting(db, KEY);
  return stored ? { ...UNREAD, ...(JSON.parse(stored) as Partial<MailboxState>) } : UNREAD;
}

export async function changeMailboxState(tx: Db, change: Partial<MailboxState>): Promise<void> {
  await storeSetting(tx, KEY, JSON.stringify({ ...(await readMailboxState(tx)), ...change }));
}

export function troubleOf(error: unknown): Trouble {
  const { code, serverResponseCode, authenticationFailed } = error as Partial<
    Record<'code' | 'serverResponseCode', string>
  > & { authenticationFailed?: boolean };
  const reason = [serverResponseCode, code].find((each) => /^[\w-]{2,40}$/.test(each ?? ''));
  return { isLogIn: authenticationFailed === true, reason: reason ?? 'no answer' };
}
