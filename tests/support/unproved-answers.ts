import { DAY, iso, later } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import type { UnprovedAnswer } from '../../db/schema.ts';
import type { TestApp } from './test-app.ts';

/** Stores an answer by mail that nobody is proved to have written, as the reader of the mailbox does. */
export async function insertUnproved(
  app: TestApp,
  conversationId: string,
  more: Partial<UnprovedAnswer> = {},
): Promise<string> {
  const id = newId();
  const received_at = iso(app.server.services.clock());
  await app.write((tx) =>
    tx
      .insertInto('unproved_answers')
      .values({
        ...{ id, conversation_id: conversationId, message_key: newId(), received_at },
        ...{ sender: 'accounts@elsewhere.example', text: 'Yes, begin on Monday.' },
        ...{ files: JSON.stringify(['plan.pdf']), reason: 'from', mail: '1:1', dropped: 0 },
        ...more,
      })
      .execute(),
  );
  return id;
}

export const keptUntil = (receivedAt: string): string => later(new Date(receivedAt), 30 * DAY);
