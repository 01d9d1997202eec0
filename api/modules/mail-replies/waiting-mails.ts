import type { Db } from '../../../db/database.ts';
import type { WaitingMail } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { HOUR, SECOND } from '../../platform/clock.ts';
import { UNREAD } from './texts.ts';

/** How often a mail is tried before later ones of its conversation no longer wait for it. */
export const MAX_TRIES = 8;
const FIRST_WAIT = 2 * SECOND;
const LONGEST_WAIT = 6 * HOUR;
const MOST = 50;

/** The name of a mail in a mailbox; a mailbox with another validity is another one. */
export const mailId = (validity: string, uid: number): string => `${validity}:${uid}`;

/** How long a mail waits that was tried so often. */
export const waitAfter = (tries: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, tries - 1));

export const setAside = (
  tx: Tx,
  mail: Pick<WaitingMail, 'id' | 'uid' | 'conversation_id' | 'since'>,
) =>
  tx
    .insertInto('waiting_mails')
    .values({ ...mail, tries: 0, next_try_at: mail.since, reason: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Another mailbox has all its mails under new names. */
export const forgetOtherMailboxes = (tx: Tx, validity: string) =>
  tx.deleteFrom('waiting_mails').where('id', 'not like', `${validity}:%`).execute();

/** The mails of a mailbox whose turn it is, oldest first: of each conversation one after the other. */
const whoseTurn = (db: Db, validity: string) =>
  db
    .selectFrom('waiting_mails as mail')
    .where('mail.id', 'like', `${validity}:%`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('waiting_mails as earlier')
            .select('earlier.id')
            .whereRef('earlier.conversation_id', '=', 'mail.conversation_id')
            .whereRef('earlier.uid', '<', 'mail.uid')
            .where('earlier.id', 'like', `${validity}:%`)
            .where('earlier.tries', '<=', MAX_TRIES),
        ),
      ),
    );

export const listDue = (db: Db, validity: string, now: string): Promise<WaitingMail[]> =>
  whoseTurn(db, validity)
    .selectAll('mail')
    .where('next_try_at', '<=', now)
    .orderBy('uid')
    .limit(MOST)
    .execute();

/** When the next mail is tried; null if none waits. */
export async function findNextTry(db: Db, validity: string): Promise<string | null> {
  const { at } = await whoseTurn(db, validity)
    .select(({ fn }) => fn.min<string | null>('next_try_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

export const changeWaiting = (
  tx: Tx,
  id: string,
  change: Partial<Pick<WaitingMail, 'tries' | 'next_try_at' | 'reason'>>,
) => tx.updateTable('waiting_mails').set(change).where('id', '=', id).execute();

/** Ends the wait of a mail, and what the owner was told while it could not be read. */
export async function endWait(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('waiting_mails').where('id', '=', id).execute();
  await tx
    .deleteFrom('unproved_answers')
    .where('mail', '=', id)
    .where('reason', '=', UNREAD)
    .where('dismissed_at', 'is', null)
    .execute();
}

/** The mails that could not be read, although their mailbox was. */
export const countUnread = async (db: Db): Promise<{ count: number; since: string | null }> => {
  const { count, since } = await db
    .selectFrom('waiting_mails')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<string | null>('since').as('since'),
    ])
    .where('reason', '=', UNREAD)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since };
};
