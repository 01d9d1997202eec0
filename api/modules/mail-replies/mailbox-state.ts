import type { Db } from '../../../db/database.ts';
import { readDocument, storeDocument } from '../../../db/settings.ts';

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

export const readMailboxState = async (db: Db): Promise<MailboxState> => ({
  ...UNREAD,
  ...(await readDocument<Partial<MailboxState>>(db, KEY)),
});

export async function changeMailboxState(tx: Db, change: Partial<MailboxState>): Promise<void> {
  await storeDocument(tx, KEY, { ...(await readMailboxState(tx)), ...change });
}

export function troubleOf(error: unknown): Trouble {
  const { code, serverResponseCode, authenticationFailed } = error as Partial<
    Record<'code' | 'serverResponseCode', string>
  > & { authenticationFailed?: boolean };
  const reason = [serverResponseCode, code].find((each) => /^[\w-]{2,40}$/.test(each ?? ''));
  return { isLogIn: authenticationFailed === true, reason: reason ?? 'no answer' };
}
