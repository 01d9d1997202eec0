import type { Db } from '../../../db/database.ts';

/**
 * Lists, for the newest answered conversations, the time of the buyer's first message and of the owner's
 * first reply.
 */
export async function listFirstReplies(db: Db, most: number) {
  const rows = await db
    .selectFrom('conversations as c')
    .innerJoin('messages as reply', 'reply.conversation_id', 'c.id')
    .whereRef('reply.sender_id', '<>', 'c.buyer_id')
    .where((eb) =>
      eb(
        'reply.seq',
        '>',
        eb
          .selectFrom('messages as asked')
          .select(({ fn }) => fn.min('asked.seq').as('seq'))
          .whereRef('asked.conversation_id', '=', 'c.id')
          .whereRef('asked.sender_id', '=', 'c.buyer_id'),
      ),
    )
    .select(({ eb, fn }) => [
      'c.id',
      fn.min('reply.created_at').as('answered'),
      eb
        .selectFrom('messages as first')
        .select(({ fn: of }) => of.min('first.created_at').as('at'))
        .whereRef('first.conversation_id', '=', 'c.id')
        .whereRef('first.sender_id', '=', 'c.buyer_id')
        .as('asked'),
    ])
    .where('c.id', 'in', (eb) =>
      eb
        .selectFrom('conversations')
        .select('id')
        .where('last_message_at', 'is not', null)
        .orderBy('last_message_at', 'desc')
        .limit(2 * most),
    )
    .groupBy(['c.id', 'c.buyer_id', 'c.last_message_at'])
    .orderBy('c.last_message_at', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ asked, answered }) => (asked && answered ? [{ asked, answered }] : []));
}
