import type { Db } from '../../../db/database.ts';
import type { Conversation } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { type ConversationRead, conversationRead } from './events.ts';

/** Marks what the other side has written as seen by this person. */
export async function markAsSeen(
  services: Services,
  conversation: Conversation,
  userId: string,
): Promise<void> {
  const now = iso(services.clock());
  await transaction(services, async (tx) => {
    const seen = await markSeen(tx, conversation.id, userId, now);
    if (seen === 0) return;
    await emit(tx, services, conversationRead, { conversation, userId, at: now });
  });
}

export const pushMessagesSeen: Subscriber<ConversationRead> = (
  tx,
  { realtime },
  { conversation, userId },
) => {
  const seen = { conversationId: conversation.id, userId };
  tx.onCommit(() => realtime.emit(roomNames.conversation(conversation.id), 'messagesSeen', seen));
};

/** Marks the other person's messages as seen. Returns how many were new. */
async function markSeen(tx: Db, conversationId: string, readerId: string, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ seen_at: now })
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '<>', readerId)
    .where('seen_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
