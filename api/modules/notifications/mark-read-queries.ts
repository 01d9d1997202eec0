import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { updatesRow } from '../../../db/query-results.ts';

/** Marks a notification as read. Idempotent; false if this user has no such notification. */
export const markRead = (tx: Db, userId: string, id: string, now: string) =>
  updatesRow(
    tx
      .updateTable('notifications')
      .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
      .where('id', '=', id)
      .where('user_id', '=', userId),
  );

export const markAllRead = (tx: Db, userId: string, now: string) =>
  tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();

export const markConversationNotificationsRead = (
  tx: Db,
  userId: string,
  conversation: { id: string; order_id: string | null },
  now: string,
) =>
  tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where((eb) =>
      conversation.order_id === null
        ? eb('conversation_id', '=', conversation.id)
        : eb('order_id', '=', conversation.order_id),
    )
    // A literal, because with a parameter the condition would not match the partial index.
    .where('type', '=', sql.lit('new_message'))
    .where('read_at', 'is', null)
    .returning('id')
    .execute();
