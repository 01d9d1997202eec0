import type { Db } from '../../../db/database.ts';
import type { Conversation } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Subscriber } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { findConversation, selectUnproved } from './queries.ts';
import { UNKNOWN_CONVERSATION, WROTE_AGAIN } from './texts.ts';

interface Reader {
  /** With the unproved answers, which assistants do not see. */
  withUnproved: boolean;
}

/**
 * Selects the conversations that wait for the owner: a buyer's words have no answer yet, or an answer by mail is unproved.
 * All counts and lists ask this, and reading changes nothing of it.
 */
export const selectWaiting = (db: Db, { withUnproved }: Reader) =>
  db
    .selectFrom('conversations')
    .where(({ eb, or }) =>
      or([
        eb('conversations.waits_since', 'is not', null),
        ...(withUnproved
          ? [eb('conversations.id', 'in', selectUnproved(db).select('conversation_id'))]
          : []),
      ]),
    );

/** How many people wait; who wrote about several orders is one row of the inbox. */
export const countWaiting = async (db: Db, reader: Reader): Promise<number> =>
  (
    await selectWaiting(db, reader)
      .select(({ fn }) => fn.count<number>('buyer_id').distinct().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

const endWait = (tx: Db, id: string) =>
  tx.updateTable('conversations').set({ waits_since: null }).where('id', '=', id);

/** The buyer's words wait again, if they are the last. */
const beginWait = (tx: Db, id: string) =>
  tx
    .updateTable('conversations')
    .set((eb) => ({ waits_since: eb.fn.coalesce('waits_since', 'last_message_at') }))
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages')
          .select('messages.id')
          .whereRef('messages.id', '=', 'conversations.last_message_id')
          .whereRef('messages.sender_id', '=', 'conversations.buyer_id'),
      ),
    );

type About = Subscriber<{ conversation: Pick<Conversation, 'id'> }>;

/** A quote is an answer. */
export const endWaitOfQuote: About = async (tx, _, { conversation }) =>
  void (await endWait(tx, conversation.id).execute());

/** Without its quote a question has no answer. */
export const beginWaitOfQuote: About = async (tx, _, { conversation }) =>
  void (await beginWait(tx, conversation.id).execute());

/** The owner decides that what was written to this message needs no answer, or needs one after all. */
export const setWait = (
  services: Services,
  id: string,
  { waits, lastMessage }: { waits: boolean; lastMessage: string },
): Promise<void> =>
  transaction(services, async (tx) => {
    const change = waits ? beginWait(tx, id) : endWait(tx, id);
    // What was written meanwhile has not been read.
    const { numUpdatedRows } = await change
      .where('last_message_id', '=', lastMessage)
      .executeTakeFirst();
    const conversation = await findConversation(tx, id);
    if (!conversation) throw new ApiError(404, UNKNOWN_CONVERSATION);
    if (numUpdatedRows === 0n) throw new ApiError(409, WROTE_AGAIN);
    const moved = { orderId: conversation.order_id };
    tx.onCommit(() => services.realtime.emit(roomNames.owner, 'orderChanged', moved));
  });
