import type { Db } from '../../../db/database.ts';
import type { UnprovedAnswer } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { UNPROVED_DAYS } from './limits.ts';
import { GONE, UNPROVED, type Unproved } from './texts.ts';

const toUnprovedAnswerDto = (row: UnprovedAnswer) => ({
  _id: row.id,
  /** The address that it says it is from. */
  from: row.sender,
  text: row.text,
  /** The names of its files, which are not kept. */
  files: JSON.parse(row.files) as string[],
  why: UNPROVED[row.reason as Unproved],
  /** How many mails after it were not kept. */
  dropped: row.dropped,
  receivedAt: row.received_at,
  keptUntil: later(new Date(row.received_at), UNPROVED_DAYS * DAY),
});

export type UnprovedAnswerDto = ReturnType<typeof toUnprovedAnswerDto>;

/** The answers by mail in a conversation of which nobody knows who wrote them, oldest first. For the owner only. */
export async function listUnprovedAnswers(
  db: Db,
  conversationId: string,
): Promise<UnprovedAnswerDto[]> {
  const rows = await db
    .selectFrom('unproved_answers')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('dismissed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return rows.map(toUnprovedAnswerDto);
}

export const findUnprovedAnswer = (db: Db, id: string) =>
  db
    .selectFrom('unproved_answers')
    .selectAll()
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();

/** Ends the wait of an answer, once; its words are deleted. */
export async function dismissAnswer(
  tx: Tx,
  { clock, realtime }: Pick<Services, 'clock' | 'realtime'>,
  id: string,
): Promise<void> {
  const dismissed = await tx
    .updateTable('unproved_answers')
    .set({ dismissed_at: iso(clock()), sender: '', text: '', files: '[]' })
    .where('id', '=', id)
    .where('dismissed_at', 'is', null)
    .returning((eb) =>
      eb
        .selectFrom('conversations')
        .select('order_id')
        .whereRef('conversations.id', '=', 'unproved_answers.conversation_id')
        .as('orderId'),
    )
    .executeTakeFirst();
  if (!dismissed) throw new ApiError(404, GONE);
  tx.onCommit(() => realtime.emit(roomNames.owner, 'orderChanged', dismissed));
}
