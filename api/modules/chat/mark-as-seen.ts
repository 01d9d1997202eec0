import type { Conversation } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import { conversationRead } from './events.ts';
import { markSeen } from './queries.ts';

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
