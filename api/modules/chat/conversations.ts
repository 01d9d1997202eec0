import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Conversation, Order, User } from '../../../db/schema.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import { type TransactionServices, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner, findUser } from '../accounts/queries.ts';
import { orderTitle } from '../orders/dto.ts';
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
} from './queries.ts';
import { usualReplyMinutes } from './reply-time-rules.ts';
import type { INBOX_FILTERS } from './schema.ts';
import { excerptOf, UNKNOWN_CONVERSATION } from './texts.ts';
import { selectWaiting } from './waits.ts';

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

interface InboxQuery {
  /** Continues after this person. */
  before?: number | undefined;
  limit: number;
  /** With the unproved answers, which assistants do not see. */
  withUnproved: boolean;
  show?: (typeof INBOX_FILTERS)[number] | undefined;
  /** Text to search in the person's name and address, the order number and the title of the order or gig. */
  find?: string | undefined;
}

function conversationMatches(words: string) {
  const known = words.replace(/^#/, '').toLowerCase();
  const plain = escapeLike(known);
  const inside = `%${plain}%`;
  return sql<boolean>`(
    ${matchesLike('u.name', inside)}
    or ${matchesLike('u.email', inside)}
    or ${matchesLike('g.title', inside)}
    or ${titleMatches('o.items', known)}
    or ${known} in (c.id, c.order_id)
    or lower(substr(c.order_id, ${sql.lit(ORDER_NUMBER_START)})) like ${`${plain}%`} escape '\\'
  )`;
}

/** Only the newest of a person, and all that wait. */
const MAX_LISTED = 500;

interface Listed {
  withUnproved?: boolean;
  /** Only these people's. */
  buyerIds?: string[];
  /** Only those that wait for the owner, who waits longest first. */
  isWaiting?: boolean;
  limit?: number;
}

/** Lists conversations: those that wait for the owner first, then by the newest message. */
export async function listConversations(db: Db, query: Listed) {
  const { withUnproved = false, buyerIds, isWaiting = false, limit = MAX_LISTED } = query;
  if (buyerIds?.length === 0) return [];
  const unproved = selectUnproved(db);
  return db
    .selectFrom('conversations as c')
    .leftJoin('orders as o', 'o.id', 'c.order_id')
    .leftJoin('gigs as g', 'g.id', 'c.gig_id')
    .innerJoin('users as u', 'u.id', 'c.buyer_id')
    .leftJoin('messages as last', 'last.id', 'c.last_message_id')
    .select([
      ...(['c.id', 'c.order_id', 'c.buyer_id', 'c.last_message_at', 'c.last_message_id'] as const),
      ...(['c.waits_since', 'o.shown_status', 'o.items', 'g.title as gig_title'] as const),
      ...(['u.name', 'u.avatar_hash', 'last.text', 'last.sender_id'] as const),
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('quotes')
            .select('quotes.id')
            .whereRef('quotes.conversation_id', '=', 'c.id')
            .where('quotes.status', '=', 'Sent'),
        )
        .as('has_quote'),
      countUnread(db, 'owner').where('m.conversation_id', '=', eb.ref('c.id')).as('unread'),
      eb
        .selectFrom('attachments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('message_id', '=', 'c.last_message_id')
        .as('files'),
    ])
    .$if(withUnproved, (all) =>
      all.select(({ ref }) =>
        unproved
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('conversation_id', '=', ref('c.id'))
          .as('unproved'),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('c.last_message_at', 'is not', null),
        ...(withUnproved ? [eb('c.id', 'in', unproved.select('conversation_id'))] : []),
      ]),
    )
    .$if(isWaiting, (all) =>
      all.where('c.id', 'in', selectWaiting(db, { withUnproved }).select('conversations.id')),
    )
    .$if(buyerIds !== undefined, (all) => all.where('c.buyer_id', 'in', buyerIds ?? []))
    .orderBy(sql`coalesce(c.waits_since, '~')`)
    .orderBy('c.last_message_seq', 'desc')
    .limit(limit)
    .execute();
}

/**
 * The people of the inbox with all their conversations: in "mine" who waits longest first, all at once; otherwise who wrote
 * last first.
 */
export async function listInbox(db: Db, query: InboxQuery) {
  const { before, limit, withUnproved, show, find } = query;
  const waiting = selectWaiting(db, { withUnproved });
  const place = sql<number>`max(c.last_message_seq)`;
  const people = await db
    .selectFrom('conversations as c')
    .select('c.buyer_id')
    .select(place.as('place'))
    .where((eb) =>
      eb.or([
        eb('c.last_message_at', 'is not', null),
        eb('c.id', 'in', waiting.select('conversations.id')),
      ]),
    )
    .$if(show === 'mine', (all) =>
      all
        .where('c.id', 'in', waiting.select('conversations.id'))
        .orderBy(sql`min(coalesce(c.waits_since, c.last_message_at, c.created_at))`),
    )
    .$if(show === 'client', (all) =>
      all.where('c.buyer_id', 'not in', waiting.select('conversations.buyer_id')),
    )
    .$if(Boolean(find), (all) =>
      all
        .leftJoin('orders as o', 'o.id', 'c.order_id')
        .leftJoin('gigs as g', 'g.id', 'c.gig_id')
        .innerJoin('users as u', 'u.id', 'c.buyer_id')
        .where(conversationMatches(find ?? '')),
    )
    .groupBy('c.buyer_id')
    .$if(before !== undefined, (all) => all.having(place, '<', before ?? 0))
    .orderBy('place', 'desc')
    .limit(show === 'mine' ? MAX_LISTED : limit + 1)
    .execute();
  const page = show === 'mine' ? people : people.slice(0, limit);
  const buyerIds = page.map(({ buyer_id }) => buyer_id);
  const rows = Map.groupBy(
    await listConversations(db, { buyerIds, withUnproved }),
    ({ buyer_id }) => buyer_id,
  );
  return {
    rows: buyerIds.flatMap((id) => rows.get(id) ?? []),
    next: people.length > page.length ? String(page.at(-1)?.place) : null,
  };
}

type ListedConversation = Awaited<ReturnType<typeof listConversations>>[number];

export const toListedConversationDto = (row: ListedConversation) => ({
  _id: row.id,
  orderId: row.order_id,
  /** The status of the order; null for a question before an order. */
  orderStatus: row.shown_status,
  /** What was ordered, or the gig that is asked about. */
  title: row.items ? orderTitle({ items: row.items }) : row.gig_title,
  buyerId: toPersonDto({ ...row, id: row.buyer_id }),
  lastMessage: {
    _id: row.last_message_id,
    messageText: excerptOf(row.text ?? '', row.files ?? 0),
    senderId: row.sender_id ?? '',
  },
  lastMessageAt: row.last_message_at,
  unread: row.unread ?? 0,
  /** Answers by mail of which nobody knows who wrote them. */
  unproved: Number(row.unproved ?? 0),
  /** Since when the buyer's words have no answer; null while it is not the owner's turn. */
  waitsSince: row.waits_since,
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
