import type { Db } from '../../../db/database.ts';
import { countUnread } from './queries.ts';

/** Lists the owner's conversations, newest message first. `before` continues after a given conversation. */
export function listConversations(
  db: Db,
  { before = '', limit }: { before?: string | undefined; limit: number },
) {
  const rows = db
    .selectFrom('conversations as c')
    .leftJoin('orders as o', 'o.id', 'c.order_id')
    .leftJoin('gigs as g', 'g.id', 'c.gig_id')
    .innerJoin('users as u', 'u.id', 'c.buyer_id')
    .leftJoin('messages as last', 'last.id', 'c.last_message_id')
    .select([
      'c.id',
      'c.order_id',
      'c.buyer_id',
      'c.last_message_at',
      'o.shown_status',
      'g.title as gig_title',
      'u.name',
      'u.avatar_hash',
      'last.text',
      'last.sender_id',
    ])
    .select(({ ref }) =>
      countUnread(db, 'owner').where('m.conversation_id', '=', ref('c.id')).as('unread'),
    )
    .select((eb) =>
      eb
        .selectFrom('attachments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('message_id', '=', 'c.last_message_id')
        .as('files'),
    )
    .where('c.last_message_at', 'is not', null)
    .orderBy('c.last_message_seq', 'desc')
    .limit(limit);
  const edge = db.selectFrom('conversations').select('last_message_seq').where('id', '=', before);
  return (before ? rows.where('c.last_message_seq', '<', edge) : rows).execute();
}
