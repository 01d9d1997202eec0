import { type ExpressionBuilder, type Nullable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Conversation, Order, Tables, User } from '../../../db/schema.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import { type TransactionServices, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { ORDER_NUMBER_START } from '../orders/order-number-rules.ts';
import { countsIn, findOrder, findOrderOf, type KeyKind, titleMatches } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { toConversationDto, toMessageDto, toPersonDto } from './dto.ts';
import {
  type ConversationKey,
  countUnread,
  findConversationOf,
  findConversationOfOrder,
  findLastSeen,
  findMessage,
  listAttachments,
  listMessages,
  openConversation,
  selectUnproved,
  selectUnread,
} from './queries.ts';
import { usualReplyMinutes } from './reply-time-rules.ts';
import type { INBOX_FILTERS } from './schema.ts';
import { excerptOf, UNKNOWN_CONVERSATION } from './texts.ts';

/** The usual answer time uses the newest conversations, at most this many. */
const MAX_REPLIES_COUNTED = 20;

type Who = Pick<User, 'id' | 'role'>;

/**
 * Finds an order for the owner or for its buyer. Throws 404 for other people and for a checkout that was
 * never paid.
 */
export async function orderFor(db: Db, who: Who, orderId: string): Promise<Order> {
  const order =
    who.role === 'owner' ? await findOrder(db, orderId) : await findOrderOf(db, who.id, orderId);
  // An unpaid checkout costs nothing, so it must not let anybody write to the owner. It is also not in the
  // list of orders.
  const closed = who.role !== 'owner' && order?.paid === 0 && order.failed_at === null;
  if (!order || closed) throw new ApiError(404, UNKNOWN_ORDER);
  return order;
}

/** Returns the conversation about an order; creates it if needed. */
export async function conversationFor(services: Services, order: Order): Promise<Conversation> {
  return (
    (await findConversationOfOrder(services.store.db, order.id)) ??
    openConversationFor(services, order)
  );
}

export const openConversationFor = (
  services: TransactionServices & Pick<Services, 'clock'>,
  order: Pick<Order, 'id' | 'buyer_id'>,
) =>
  transaction(services, (tx) =>
    openConversation(tx, {
      id: newId(),
      order_id: order.id,
      buyer_id: order.buyer_id,
      last_message_seq: 0,
      created_at: iso(services.clock()),
    }),
  );

export async function requireConversation(
  services: Services,
  who: Who,
  { orderId = '', conversationId }: ConversationKey,
): Promise<Conversation> {
  const { db } = services.store;
  if (!conversationId) return conversationFor(services, await orderFor(db, who, orderId));
  const found = await findConversationOf(db, who, conversationId);
  if (!found) throw new ApiError(404, UNKNOWN_CONVERSATION);
  return found;
}

/** Returns one page of a conversation for this reader, oldest message first. */
export async function readConversation(
  services: Services,
  who: Who,
  query: ConversationKey & { before?: string | undefined; limit: number },
) {
  const { db } = services.store;
  const row = await requireConversation(services, who, query);
  const rows = await listMessages(db, row.id, { ...query, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit).reverse();
  const files = await listAttachments(
    db,
    page.map((each) => each.id),
  );
  const conversation = toConversationDto(row, {
    owner: await findOwner(db),
    buyer: await findUser(db, row.buyer_id),
    last: row.last_message_id ? await findMessage(db, row.last_message_id) : undefined,
    answersWithin: await readUsualReply(db, services.provider),
    seenThrough: (await findLastSeen(db, row.id, who.id))?.id ?? null,
  });
  return {
    conversation,
    messages: page.map((each) => toMessageDto(each, files)),
    hasMore: rows.length > query.limit,
  };
}

interface ConversationPage {
  /** Continues after this conversation. */
  before?: string | undefined;
  limit: number;
  /** Only this person's. */
  buyerId?: string;
  /** Only those with something that the owner has not read. */
  unread?: boolean;
  /** With the unproved answers, which assistants do not see. */
  withUnproved?: boolean;
  show?: (typeof INBOX_FILTERS)[number] | undefined;
  /** Text to search in the person's name and address, the order number and the title of the order or gig. */
  find?: string | undefined;
}

type Listed = ExpressionBuilder<
  Tables & { c: Tables['conversations']; last: Nullable<Tables['messages']> },
  'c' | 'last'
>;

/** A quote waits for the buyer's decision; `since`: sent at or after this time. */
const hasOpenQuote = (eb: Listed, since?: 'c.last_message_at') =>
  eb.exists(
    eb
      .selectFrom('quotes')
      .select('quotes.id')
      .whereRef('quotes.conversation_id', '=', 'c.id')
      .where('quotes.status', '=', 'Sent')
      .$if(since !== undefined, (open) =>
        open.whereRef('quotes.sent_at', '>=', 'c.last_message_at'),
      ),
  );

/** It is the owner's turn: the buyer wrote last, and no quote has answered that. */
const waits = (eb: Listed) =>
  eb.and([
    eb('last.sender_id', '=', eb.ref('c.buyer_id')),
    eb.not(hasOpenQuote(eb, 'c.last_message_at')),
  ]);

function conversationMatches(words: string) {
  const known = words.replace(/^#/, '').toLowerCase();
  const plain = escapeLike(known);
  const inside = `%${plain}%`;
  return sql<boolean>`(
    ${matchesLike('u.name', inside)}
    or ${matchesLike('u.email', inside)}
    or ${matchesLike('g.title', inside)}
    or ${titleMatches('o.items', known)}
    or lower(substr(c.order_id, ${sql.lit(ORDER_NUMBER_START)})) like ${`${plain}%`} escape '\\'
  )`;
}

/** Lists the owner's conversations, newest message first. */
export function listConversations(
  db: Db,
  {
    before = '',
    limit,
    buyerId,
    unread = false,
    withUnproved = false,
    show,
    find,
  }: ConversationPage,
) {
  const unproved = selectUnproved(db).select('conversation_id');
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
    .select((eb) => [waits(eb).as('waits'), hasOpenQuote(eb).as('has_quote')])
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
    .$if(withUnproved, (all) =>
      all.select(({ ref }) =>
        selectUnproved(db)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('conversation_id', '=', ref('c.id'))
          .as('unproved'),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('c.last_message_at', 'is not', null),
        ...(withUnproved ? [eb('c.id', 'in', unproved)] : []),
      ]),
    )
    .$if(buyerId !== undefined, (all) => all.where('c.buyer_id', '=', buyerId ?? ''))
    .$if(unread, (all) =>
      all.where((eb) =>
        eb.or([
          eb('c.id', 'in', selectUnread(db, 'owner').select('of.id')),
          ...(withUnproved ? [eb('c.id', 'in', unproved)] : []),
        ]),
      ),
    )
    .$if(show === 'waiting', (all) => all.where(waits))
    .$if(show === 'question', (all) => all.where('c.order_id', 'is', null))
    .$if(show === 'quote', (all) => all.where((eb) => hasOpenQuote(eb)))
    .$if(show === 'order', (all) => all.where('c.order_id', 'is not', null))
    .$if(find !== undefined && find !== '', (all) => all.where(conversationMatches(find ?? '')))
    .orderBy('c.last_message_seq', 'desc')
    .limit(limit);
  const edge = db.selectFrom('conversations').select('last_message_seq').where('id', '=', before);
  return (before ? rows.where('c.last_message_seq', '<', edge) : rows).execute();
}

type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number];

export const toListedConversationDto = (row: ListedConversation) => ({
  _id: row.id,
  orderId: row.order_id,
  /** The status of the order; null for a question before an order. */
  orderStatus: row.shown_status,
  gigTitle: row.gig_title,
  buyerId: toPersonDto({ ...row, id: row.buyer_id }),
  lastMessage: {
    messageText: excerptOf(row.text ?? '', row.files ?? 0),
    senderId: row.sender_id ?? '',
  },
  lastMessageAt: row.last_message_at,
  unread: row.unread ?? 0,
  /** Answers by mail of which nobody knows who wrote them. */
  unproved: Number(row.unproved ?? 0),
  /** It is the owner's turn. */
  waits: Boolean(row.waits),
  hasOpenQuote: Boolean(row.has_quote),
});

/** The minutes in which the owner usually answers; null if there are too few answers. */
export const readUsualReply = async (db: Db, keys: KeyKind): Promise<number | null> =>
  usualReplyMinutes(await listFirstReplies(db, keys, MAX_REPLIES_COUNTED));

/** For the newest answered conversations: the times of the buyer's first message and of the first reply. */
async function listFirstReplies(db: Db, keys: KeyKind, most: number) {
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
        .where(countsIn('conversations.order_id', keys))
        .orderBy('last_message_at', 'desc')
        .limit(2 * most),
    )
    .groupBy(['c.id', 'c.buyer_id', 'c.last_message_at'])
    .orderBy('c.last_message_at', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ asked, answered }) => (asked && answered ? [{ asked, answered }] : []));
}
