import { newId } from '../../api/platform/ids.ts';
import { rowWith } from './rows.ts';
import type { TestApp } from './test-app.ts';

const MINUTE = 60_000;
const AT_ONCE = 500;

/** Inserts this many messages by these people in turn; the last is a minute old. */
export async function insertMessages(
  app: TestApp,
  {
    orderId,
    count,
    by,
    text = (at) => `Line ${at + 1} of a long conversation${', and on'.repeat(at % 9)}`,
  }: { orderId: string; count: number; by: string[]; text?: (at: number) => string },
): Promise<void> {
  const { store, clock } = app.server.services;
  const { db } = store;
  const order = await rowWith(db, 'orders', { id: orderId });
  const [conversation, now] = [newId(), clock().getTime()];
  const rows = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    conversation_id: conversation,
    sender_id: by[at % by.length] ?? '',
    client_id: newId(),
    seq: at + 1,
    text: text(at),
    seen_at: new Date(now).toISOString(),
    created_at: new Date(now - (count - at) * MINUTE).toISOString(),
  }));
  const last = rows.at(-1);
  await app.write(async (tx) => {
    await tx
      .insertInto('conversations')
      .values({
        id: conversation,
        order_id: orderId,
        buyer_id: order.buyer_id,
        last_message_id: last?.id ?? null,
        last_message_at: last?.created_at ?? null,
        last_message_seq: count,
        created_at: rows[0]?.created_at ?? new Date(now).toISOString(),
      })
      .execute();
    for (let from = 0; from < count; from += AT_ONCE) {
      await tx
        .insertInto('messages')
        .values(rows.slice(from, from + AT_ONCE))
        .execute();
    }
  });
}
